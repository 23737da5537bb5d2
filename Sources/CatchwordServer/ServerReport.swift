/// The state of a running server, for queries from outside; it has no text of any document.
public struct ServerReport: Equatable, Sendable {
  /// The client's own name; empty when it gives none.
  public let client: String
  /// The open folders: their paths, or their URIs where these name no path.
  public var folders: [String] { folderURIs.map { FileURI.path($0) ?? $0 } }
  /// The number of open documents.
  public let documents: Int
  /// The problems of the settings, one sentence each, in alphabetical order.
  public var problems: [String] { reportedProblems.sorted() }
  // Kept as the server has them: it reports at every key, and few reports are read.
  fileprivate let folderURIs: [String]
  fileprivate let reportedProblems: Set<String>
}

extension Server {
  /// Passes a report to the configuration's `didHandle`, if any; the report is a copy, and nothing is waited for.
  func reportStatus() {
    guard let report = configuration.didHandle, lifecycle.takesNotifications else { return }
    report(
      ServerReport(
        client: clientName, documents: documents.count, folderURIs: folders, reportedProblems: reportedProblems))
  }
}
