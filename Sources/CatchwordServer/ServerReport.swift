/// What a running server is doing, for those who ask from outside: nothing of any document is in it.
public struct ServerReport: Equatable, Sendable {
  /// What the client calls itself; empty when it does not say.
  public let client: String
  /// The open folders: their paths, or their URIs where they have none.
  public var folders: [String] { folderURIs.map { FileURI.path($0) ?? $0 } }
  /// How many documents are open.
  public let documents: Int
  /// What is wrong with the settings, a sentence each, in alphabetical order.
  public var problems: [String] { reportedProblems.sorted() }
  // As the server has them: it reports at every key, and few reports are read.
  fileprivate let folderURIs: [String]
  fileprivate let reportedProblems: Set<String>
}

extension Server {
  /// Tells what is going on, to whoever the configuration names; what is told is a copy, and nobody is waited for.
  func reportStatus() {
    guard let report = configuration.didHandle, lifecycle.takesNotifications else { return }
    report(
      ServerReport(
        client: clientName, documents: documents.count, folderURIs: folders, reportedProblems: reportedProblems))
  }
}
