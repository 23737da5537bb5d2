public import CatchwordRPC

/// `client/registerCapability` with one registration: asks for what a client sends only when asked.
public struct RegistrationParams: Sendable, JSONEncodable {
  /// Names the registration, so that it can be taken back.
  public var id: String
  /// The notification or request.
  public var method: String
  /// The registration is for documents, and for all of them that the client has for the server.
  public var isForDocuments: Bool
  /// The files to tell about, for `workspace/didChangeWatchedFiles`.
  public var watchers: [FileWatcher]

  /// Creates the parameters.
  public init(id: String, method: String, isForDocuments: Bool = false, watchers: [FileWatcher] = []) {
    self.id = id
    self.method = method
    self.isForDocuments = isForDocuments
    self.watchers = watchers
  }

  /// Writes the parameters.
  public func encode(into writer: inout JSONWriter) {
    writer.object { writer in
      writer.name("registrations")
      writer.array { writer in
        writer.object { writer in
          writer.field("id", id)
          writer.field("method", method)
          if isForDocuments {
            writer.name("registerOptions")
            writer.object { $0.field("documentSelector", JSONValue.null) }
          } else if !watchers.isEmpty {
            writer.name("registerOptions")
            writer.object { $0.field("watchers", watchers) }
          }
        }
      }
    }
  }
}

/// `client/unregisterCapability` with one registration.
public struct UnregistrationParams: Sendable, JSONEncodable {
  /// The registration's name.
  public var id: String
  /// What it was for.
  public var method: String

  /// Creates the parameters.
  public init(id: String, method: String) {
    self.id = id
    self.method = method
  }

  /// Writes the parameters; LSP's field is spelt `unregisterations`.
  public func encode(into writer: inout JSONWriter) {
    writer.object { writer in
      writer.name("unregisterations")
      writer.array { writer in
        writer.object { writer in
          writer.field("id", id)
          writer.field("method", method)
        }
      }
    }
  }
}

/// A file whose changes the client shall tell.
public struct FileWatcher: Sendable, JSONEncodable {
  /// The URI of the file's folder, for clients that know relative patterns; else nil.
  public var baseURI: String?
  /// The file's name, or its whole path.
  public var pattern: String

  /// Creates a watcher.
  public init(baseURI: String?, pattern: String) {
    self.baseURI = baseURI
    self.pattern = pattern
  }

  /// Writes a `FileSystemWatcher`.
  public func encode(into writer: inout JSONWriter) {
    writer.object { writer in
      guard let baseURI else { return writer.field("globPattern", pattern) }
      writer.name("globPattern")
      writer.object { writer in
        writer.field("baseUri", baseURI)
        writer.field("pattern", pattern)
      }
    }
  }
}
