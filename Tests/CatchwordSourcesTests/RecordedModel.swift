import CatchwordPrediction
import Synchronization

@testable import CatchwordSources

/// A model that shows what it was given. A token is what is between two spaces or ends of lines.
final class RecordedModel: FedModel {
  struct State {
    var files: [String: String]?
    var order: [String] = []
    var builds = 0
    /// The number of files that were announced as those of further folders.
    var furthers = 0
    /// The files of far texts that counted in the last build.
    var far: [String] = []
    var updates: [[String]] = []
    var isEnough = true
  }

  struct Building: CorpusBuilding {
    let maximumTokens: Int
    let isLearned: @Sendable (String) -> Bool
    let onAdd: @Sendable (String) -> Void
    let onFurther: @Sendable () -> Void
    let onFar: @Sendable ([String]) -> Void
    let install: @Sendable ([(path: String, text: String)]) -> Void
    var tokens = 0
    var files: [(path: String, text: String)] = []

    mutating func beginFurtherFiles() { onFurther() }

    mutating func add(_ far: FarSource) {
      let paths = far.text.paths.filter { !far.changed.contains($0) }
      onFar(paths.map { "\(far.root)/\($0)" })
    }

    mutating func add(_ text: ContiguousArray<UInt8>, path: String) -> Bool {
      onAdd(path)
      let words = String(decoding: text, as: UTF8.self).split { $0 == " " || $0 == "\n" }.map(String.init)
      guard tokens + words.count <= maximumTokens else { return false }
      tokens += words.count
      files.append((path, words.filter(isLearned).joined(separator: " ")))
      return true
    }

    consuming func build(isCancelled: () -> Bool) -> (@Sendable () -> Void)? {
      if isCancelled() { return nil }
      return { [install, files] in install(files) }
    }
  }

  let state = Mutex(State())
  /// Called before texts are read.
  let onRead = Mutex<@Sendable () -> Void>({})
  /// Called before a file is added.
  let onAdd = Mutex<@Sendable (String) -> Void>({ _ in })

  func makeBuilding(maximumTokens: Int, isLearned: @escaping @Sendable (String) -> Bool) -> any CorpusBuilding {
    state.withLock { $0.far = [] }
    return Building(
      maximumTokens: maximumTokens, isLearned: isLearned, onAdd: { path in self.onAdd.withLock { $0 }(path) },
      onFurther: { self.state.withLock { $0.furthers += 1 } },
      onFar: { paths in self.state.withLock { $0.far += paths } }, install: { self.install($0) })
  }

  func forget() { install(nil) }

  private func install(_ corpus: [(path: String, text: String)]?) {
    state.withLock { state in
      state.files = corpus.map { Dictionary(uniqueKeysWithValues: $0.map { ($0.path, $0.text) }) }
      state.order = corpus?.map(\.path) ?? []
      if corpus != nil { state.builds += 1 }
    }
  }

  func read(_ files: [(path: String, text: ContiguousArray<UInt8>?)]) -> @Sendable () -> Void {
    onRead.withLock { $0 }()
    let read = files.map { path, text in (path, text.map { String(decoding: $0, as: UTF8.self) }) }
    return { self.note(read) }
  }

  private func note(_ files: [(path: String, text: String?)]) {
    state.withLock { state in
      state.updates.append(files.map(\.path).sorted())
      for (path, text) in files { state.files?[path] = text }
    }
  }

  func settle() -> Bool { state.withLock { $0.isEnough } }
}
