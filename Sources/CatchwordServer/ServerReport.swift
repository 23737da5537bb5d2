/// What a running server is doing, for those who ask from outside: nothing of any document is in it.
public struct ServerReport: Equatable, Sendable {
  /// What the client calls itself; empty when it does not say.
  public let client: String
  /// The open folders: their paths, or their URIs where they have none.
  public let folders: [String]
  /// How many documents are open.
  public let documents: Int
  /// What is wrong with the settings, a sentence each, in alphabetical order.
  public let problems: [String]
}

extension Server {
  /// Tells what is going on, to whoever the configuration names; what is told is a copy, and nobody is waited for.
  func reportStatus() {
    guard let report = configuration.didHandle, lifecycle.takesNotifications else { return }
    report(
      ServerReport(
        client: clientName, folders: folders.map { FileURI.path($0) ?? $0 }, documents: documents.count,
        problems: reportedProblems.sorted()))
  }
}
