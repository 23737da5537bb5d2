public import CatchwordRPC

/// `client/registerCapability` with one registration, for a message that a client sends only when registered.
public struct RegistrationParams: Sendable, JSONEncodable {
  /// The name of the registration, by which it can be unregistered.
  public var id: String
  /// The notification or request.
  public var method: String
  /// True when the registration is for all documents that the client has for the server.
  public var isForDocuments: Bool
  /// The files to watch, for `workspace/didChangeWatchedFiles`.
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
  /// The registered notification or request.
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

/// A file whose changes the client shall report.
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
