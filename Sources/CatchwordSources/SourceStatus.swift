package import CatchwordCompletion
import CatchwordFiles
import CatchwordPrediction
import CatchwordShared
import CatchwordSnippets

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The status of one source, to be shown to users.
package struct SourceStatus: Sendable {
  /// The source's name.
  package let name: String
  /// The state of the source: `idle`, `loading`, `loaded`, `empty` or `failed`; for prediction `off`, `idle`,
  /// `building` or `ready`.
  package private(set) var state: String
  /// The facts about what was loaded, in the order in which they are shown.
  package var facts: [(name: String, value: String)] = []
  /// The problems, one sentence each.
  package var problems: [String] = []

  /// Creates the status of any source.
  package init(_ source: any CompletionSource) {
    name = source.descriptor.name
    state =
      switch source.loadState {
      case .idle: "idle"
      case .loading: "loading"
      case .loaded: source.isEmpty ? "empty" : "loaded"
      case .failed: "failed"
      }
    if let error = source.loadState.error { problems = ["\(error)"] }
  }
}

extension BuiltInSources {
  /// Returns the status of all sources, and of the model's feed.
  package func status() async -> [SourceStatus] {
    var all: [SourceStatus] = []
    for source in self.all {
      var status = SourceStatus(source)
      switch source {
      case let lists as ListsSource:
        status.facts = await lists.counts.map { ($0.name, "\($0.count) entries") }
      case let snippets as SnippetsSource: status.describe(snippets.status)
      case let workspace as WorkspaceSource: for root in workspace.status { status.describe(root) }
      default: break
      }
      all.append(status)
    }
    if let prediction { all.append(SourceStatus(prediction.status)) }
    all += inlineCommands.all.map(SourceStatus.init)
    return all
  }

  /// True while a source reads its files, or checks whether they have changed.
  package var isBusy: Bool {
    all.contains { $0.loadState.isLoading } || prediction?.isBusy == true
      || workspace.status.contains(where: \.isBusy)
  }
}

extension SourceStatus {
  /// Adds the facts about shared words.
  package mutating func describe(_ shared: SharedSource) {
    guard let known = shared.facts else { return }
    facts = [("place", ([shared.address] + (known.cluster.map { [$0] } ?? [])).joined(separator: ", "))]
    facts += known.publications.map { entry in
      let time = SourceStatus.time(entry.publication.time)
      return (entry.namespace.text, "\(entry.publication.wordCount) words, published \(time)")
    }
    guard known.reader.lookups > 0 else { return }
    let times = known.times.sorted().map(SourceStatus.milliseconds)
    let speed = times.isEmpty ? "" : "; p50 \(times[times.count / 2]) ms, p99 \(times[times.count * 99 / 100]) ms"
    let late = known.late == 0 ? "" : "; \(known.late) late"
    facts.append(("questions", "\(known.reader.questions) for \(known.reader.lookups) lookups\(speed)\(late)"))
    facts.append(("kept", "\(known.reader.cacheBytes / 1024) KiB"))
  }

  /// A duration in milliseconds, with one digit behind the point.
  static func milliseconds(_ duration: Duration) -> Double { (duration / .milliseconds(0.1)).rounded() / 10 }

  /// A time in seconds since 1970, as it is written everywhere.
  static func time(_ seconds: Int) -> String {
    Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
  }

  fileprivate mutating func describe(_ snippets: SnippetsStatus) {
    facts = [
      ("files", "\(snippets.files) found, \(snippets.filesRead) read: each is when its language is first used"),
      ("snippets", "\(snippets.snippets)"),
      (
        "left out",
        "\(snippets.count(leftOutFor: .code)) with code, \(snippets.count(leftOutFor: .transform)) with foreign transforms, "
          + "\(snippets.count(leftOutFor: .secret)) of projects with what looks like a secret, "
          + "\(snippets.count(leftOutFor: .emptiness)) that insert nothing"
      ),
    ]
    problems += snippets.problems.map { "\($0)" }
  }

  fileprivate mutating func describe(_ root: WorkspaceStatus) {
    facts += [
      (root.root, "\(root.words) words in \(root.files - root.skippedFiles) of \(root.files) files"),
      ("memory", "\(root.memoryBytes / 1024) KiB" + (root.cacheFile.map { ", mapped from \($0)" } ?? "")),
    ]
    if root.isCut {
      problems.append(
        "\(root.root) is larger than the limits of \"workspace\" allow, or deeper than \(FileWalker.maximumDepth) folders: "
          + "a part is left out.")
    }
    if case .failed(let reason) = root.state { problems.append(reason) }
  }

  fileprivate init(_ prediction: PredictionStatus) {
    name = PredictionFeed.name
    state = prediction.state.rawValue
    facts = [
      ("files", "\(prediction.model.files)"), ("tokens", "\(prediction.model.tokens)"),
      ("documents", "\(prediction.model.documents)"), ("memory", "\(prediction.model.memoryBytes / 1024) KiB"),
    ]
    if prediction.model.farTokens > 0 {
      let model = prediction.model
      let size = "\(model.farBytes / 1024) KiB for all servers"
      facts.append(("on disk", "\(model.farTokens) tokens of \(model.farFiles) files, \(size)"))
    }
    if let far = prediction.far {
      facts.append(("being learned", "\(far.folder), \(far.filesDone) of \(far.files) files"))
    }
    if prediction.isCut {
      problems.append(
        "The folders hold more than \"prediction\" and \"workspace\" allow: it learns from what is nearest to the documents."
      )
    }
  }
}
