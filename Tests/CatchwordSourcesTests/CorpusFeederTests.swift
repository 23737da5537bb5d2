import CatchwordCompletion
import CatchwordFiles
import CatchwordPrediction
import CatchwordText
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import CatchwordSources

/// What of a workspace a model is given.
struct CorpusFeederTests {
  private let time = VirtualTime()
  private let folder: TemporaryFolder
  private let model = RecordedModel()
  private let feeder: CorpusFeeder
  /// The roots that look at the files for the model, too.
  private let workspace: WorkspaceSource
  /// The files that were looked at.
  private let looked = Box<[String]>()

  init() throws {
    folder = try TemporaryFolder()
    let looked = looked
    var environment = WorkspaceEnvironment(
      clock: time.engineClock, executor: time.executor, cache: nil, home: nil,
      stamp: { path in
        looked.update { ($0 ?? []) + [path] }
        return FileSystem.stamp(of: path)
      }, log: EventLog())
    feeder = CorpusFeeder(model, environment: environment)
    environment.listener = feeder
    workspace = WorkspaceSource(environment)
  }

  private func apply(_ scope: CorpusScope) {
    workspace.apply(
      scope.workspace, folders: scope.folders.open, scope.furtherWorkspace, further: scope.folders.further)
    feeder.apply(scope)
    workspace.prepare()
  }

  /// What each key does.
  private func wake() {
    let document = DocumentSnapshot(uri: "a", languageID: "c", version: 1, text: Text("x"))
    _ = time.run { [workspace] in try await workspace.completions(for: CompletionQuery(document: document, offset: 1)) }
    feeder.wake()
  }

  private var root: String { "\(folder.url.path)/project" }

  private func scope(_ change: (inout CorpusScope) -> Void = { _ in }) -> CorpusScope {
    var scope = CorpusScope()
    scope.folders = ReadFolders(open: [root])
    change(&scope)
    return scope
  }

  private func open(_ path: String = "none.txt") {
    feeder.documentDidOpen(uri: "file://\(root)/\(path)")
    time.settle()
  }

  /// The files that the model has, by their paths from the folder of the test, with their texts.
  private var files: [String: String]? {
    model.state.withLock { state in
      state.files.map { files in
        Dictionary(uniqueKeysWithValues: files.map { (String($0.key.dropFirst(folder.url.path.count + 1)), $0.value) })
      }
    }
  }

  private var builds: Int { model.state.withLock { $0.builds } }

  private func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: "\(folder.url.path)/\(name)")
  }

  // MARK: Building

  @Test func givesTheFilesAsSoonAsAFolderIsOpen() throws {
    try folder.write("one", to: "project/a.txt")
    try folder.write("two", to: "project/in/b.txt")
    #expect(feeder.published.isOff)
    apply(scope())
    time.settle()
    #expect(files == ["project/a.txt": "one", "project/in/b.txt": "two"])
    #expect(feeder.published == .init(isOff: false, isBeginning: false, isBuilt: true, isBusy: false, isCut: false))
  }

  @Test func aDocumentThatWasOpenedBeforeTheFoldersWereKnownCounts() throws {
    try folder.write("one", to: "project/a.txt")
    open()
    #expect(files == nil)
    apply(scope())
    time.settle()
    #expect(files == ["project/a.txt": "one"])
  }

  @Test func severalFoldersMakeOneCorpus() throws {
    for name in ["one", "two", "two/in"] { try folder.write(name, to: "\(name)/a.txt") }
    let path = folder.url.path
    apply(scope { $0.folders = ReadFolders(open: ["\(path)/one", "\(path)/two", "\(path)/missing"]) })
    open()
    #expect(files == ["one/a.txt": "one", "two/a.txt": "two", "two/in/a.txt": "two/in"])
    #expect(builds == 1)
  }

  @Test func readsWhatTheWorkspaceReads() throws {
    try folder.write("one", to: "project/a.txt")
    try folder.write("secret", to: "project/.env")
    try folder.write("secret", to: "project/id_rsa")
    try folder.write("x", to: "project/ignored.txt")
    try folder.write("ignored.txt", to: "project/.gitignore")
    try folder.write("x", to: "project/node_modules/a.js")
    try folder.write("x", to: "project/.git/a")
    try folder.write("x\0", to: "project/binary")
    try folder.write(String(repeating: "x", count: 100), to: "project/large.txt")
    try folder.write("x", to: "outside/a.txt")
    for (link, target) in [("loop", "."), ("out", "../outside"), ("file.txt", "../outside/a.txt"), ("no", "/n")] {
      try folder.link("project/\(link)", to: target)
    }
    #expect(mkfifo("\(root)/pipe", 0o600) == 0)
    apply(scope { $0.workspace.maximumFileSize = 50 })
    open()
    #expect(files == ["project/a.txt": "one"])
  }

  @Test func whatMayNotBeLearnedIsNot() throws {
    let long = String(repeating: "word", count: 21)
    try folder.write("one sk_live_4eC39HqLyjWDarjtT1zdp7dcX Banned \(long) two", to: "project/a.txt")
    apply(scope { $0.filter = WordFilter(banned: ["banned"]) })
    open()
    #expect(files == ["project/a.txt": "one two"])
    // A ban waits until all may be read anew.
    apply(scope { $0.filter = WordFilter(banned: ["two"]) })
    time.settle()
    #expect(files == ["project/a.txt": "one Banned"])
  }

  @Test func aFileThatVanishesWhileAllAreReadIsLeftOut() throws {
    for name in ["a", "b", "c"] { try folder.write(name, to: "project/\(name).txt") }
    let gone = "\(root)/b.txt"
    // The oldest is read last.
    try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSince1970: 1e9)], ofItemAtPath: gone)
    model.onAdd.withLock { $0 = { _ in try? FileManager.default.removeItem(atPath: gone) } }
    apply(scope())
    open()
    #expect(files == ["project/a.txt": "a", "project/c.txt": "c"])
    time.advance(by: .seconds(20))
    wake()
    time.settle()
    #expect(files == ["project/a.txt": "a", "project/c.txt": "c"])
  }

  @Test func aFolderThatIsTooBroadIsLeftOut() throws {
    try folder.write("one", to: "project/a.txt")
    apply(scope { $0.folders = ReadFolders(open: ["/", "\(root)/a.txt", "\(root)/missing"]) })
    open()
    #expect(files == [:])
    #expect(!feeder.published.isBeginning)
  }

  // MARK: Limits

  @Test func theLimitLeavesOutWhatIsFarFromTheDocuments() throws {
    for name in ["top", "a/1", "a/2", "b/1", "b/in/1"] { try folder.write("one two three", to: "project/\(name)") }
    apply(scope { $0.prediction.maximumTokens = 8 })
    open("a/1")
    #expect(model.state.withLock { $0.order } == ["\(root)/a/1", "\(root)/a/2"])
    #expect(feeder.published.isCut)
  }

  @Test func aFileThatDoesNotFitLeavesRoomForOthers() throws {
    try folder.write(String(repeating: "word ", count: 50), to: "project/a/large")
    try folder.write("one two", to: "project/b/small")
    apply(scope { $0.prediction.maximumTokens = 8 })
    open("a/large")
    #expect(files == ["project/b/small": "one two"])
    #expect(feeder.published.isCut)
  }

  @Test func aDocumentThatWasLeftOutIsTakenInWhenItIsTime() throws {
    for name in ["a/1", "b/1", "c/in/1"] { try folder.write("one two three", to: "project/\(name)") }
    apply(scope { $0.prediction.maximumTokens = 8 })
    open("a/1")
    #expect(files?.keys.sorted() == ["project/a/1", "project/b/1"])
    // What would never be taken makes no difference, and neither does what has been.
    for path in ["c/in/none", "b/1", "../outside/1"] { open(path) }
    feeder.documentDidOpen(uri: "untitled:1")
    time.settle()
    #expect(builds == 1)
    open("c/in/1")
    #expect(builds == 2)
    #expect(files?.keys.contains("project/c/in/1") == true)
  }

  @Test func limitsOfTheWorkspaceHoldToo() throws {
    for number in 0..<10 { try folder.write("word", to: "project/\(number)") }
    apply(scope { $0.workspace.maximumFiles = 4 })
    open()
    #expect(files?.count == 4 && feeder.published.isCut)
    apply(scope { $0.workspace.maximumTotalBytes = 10 })
    time.settle()
    #expect(files?.count == 3 && feeder.published.isCut)
    apply(scope())
    time.settle()
    #expect(files?.count == 10 && !feeder.published.isCut)
  }

  // MARK: Following

  @Test func filesSaidToHaveChangedAreReadAtOnce() throws {
    try folder.write("one", to: "project/a.txt")
    try folder.write("two", to: "project/b.txt")
    apply(scope())
    open()
    try folder.write("changed", to: "project/a.txt")
    try folder.write("new", to: "project/in/c.txt")
    try remove("project/b.txt")
    workspace.filesDidChange(["a.txt", "in/c.txt", "b.txt"].map { "\(root)/\($0)" } + ["/elsewhere/x"])
    time.settle()
    #expect(files == ["project/a.txt": "changed", "project/in/c.txt": "new"])
    #expect(builds == 1)
  }

  @Test func whatHasNotChangedIsNotReadAgain() throws {
    try folder.write("one", to: "project/a.txt")
    apply(scope())
    open()
    workspace.filesDidChange(["\(root)/a.txt"])
    time.advance(by: .seconds(20))
    wake()
    time.settle()
    #expect(model.state.withLock { $0.updates } == [])
  }

  @Test func foldersThatGoAndRulesThatComeAreFollowed() throws {
    for name in ["a.txt", "in/b.txt", "in/c.txt"] { try folder.write("one", to: "project/\(name)") }
    apply(scope())
    open()
    try remove("project/in")
    workspace.filesDidChange(["\(root)/in"])
    time.settle()
    #expect(files == ["project/a.txt": "one"])
    try folder.write("a.txt", to: "project/.gitignore")
    workspace.filesDidChange(["\(root)/.gitignore"])
    time.settle()
    #expect(files == [:])
  }

  /// A build makes and removes files all the time.
  @Test func forWhatIsLeftOutNothingIsLookedAt() throws {
    try folder.write("target/\n", to: "project/.gitignore")
    try folder.write("one", to: "project/a.txt")
    try folder.write("one", to: "project/target/new/x")
    apply(scope())
    feeder.documentDidOpen(uri: "file://\(root)/none.txt")
    time.settle()
    looked.value = []
    workspace.filesDidChange(["target/x.tmp", "target/new", "target", ".git/index.lock"].map { "\(root)/\($0)" })
    time.settle()
    #expect(looked.value == [])
    workspace.filesDidChange(["\(root)/gone"])
    time.settle()
    #expect(looked.value?.count == 1)
  }

  @Test func filesAreLookedAtAgainWithoutBeingTold() throws {
    try folder.write("one", to: "project/a.txt")
    try folder.write("two", to: "project/b.txt")
    apply(scope())
    open()
    try folder.write("changed", to: "project/a.txt")
    try remove("project/b.txt")
    try folder.write("x\0", to: "project/c.txt")
    wake()
    time.settle()
    #expect(files == ["project/a.txt": "one", "project/b.txt": "two"])
    time.advance(by: .seconds(20))
    wake()
    time.settle()
    #expect(files == ["project/a.txt": "changed"])
    try folder.write("text", to: "project/c.txt")
    try remove("project/a.txt")
    time.advance(by: .seconds(20))
    wake()
    time.settle()
    #expect(files == ["project/c.txt": "text"])
  }

  @Test func aFolderThatGoesAndComesBackIsFollowed() throws {
    try folder.write("one", to: "project/a.txt")
    apply(scope())
    open()
    try remove("project")
    time.advance(by: .seconds(20))
    wake()
    time.settle()
    #expect(files == [:])
    try folder.write("two", to: "project/a.txt")
    time.advance(by: .seconds(20))
    wake()
    time.settle()
    #expect(files == ["project/a.txt": "two"])
  }

  @Test func manyChangesMakeItAnew() throws {
    for number in 0..<100 { try folder.write("one", to: "project/\(number).txt") }
    apply(scope())
    open()
    for number in 0..<100 { try folder.write("changed", to: "project/\(number).txt") }
    time.advance(by: .seconds(20))
    wake()
    time.settle()
    #expect(builds == 2)
    #expect(files?.values.allSatisfy { $0 == "changed" } == true && files?.count == 100)
    #expect(model.state.withLock { $0.updates } == [])
  }

  @Test func aModelThatHasHadEnoughGetsItAnew() throws {
    try folder.write("one", to: "project/a.txt")
    apply(scope())
    open()
    model.state.withLock { $0.isEnough = false }
    try folder.write("changed", to: "project/a.txt")
    workspace.filesDidChange(["\(root)/a.txt"])
    time.settle()
    #expect(builds == 2)
    #expect(files == ["project/a.txt": "changed"])
  }

  @Test func aModelThatHasHadEnoughGetsNoMoreUntilItIsTime() throws {
    for name in ["a", "b", "c"] { try folder.write("one", to: "project/\(name).txt") }
    let clock = time.clock
    model.onAdd.withLock { $0 = { _ in clock.advance(to: clock.now.advanced(by: .seconds(1))) } }
    apply(scope())
    open()
    model.state.withLock { $0.isEnough = false }
    for name in ["a", "b"] {
      try folder.write("changed", to: "project/\(name).txt")
      workspace.filesDidChange(["\(root)/\(name).txt"])
      time.settle()
    }
    // What has gone is gone at once all the same.
    try remove("project/c.txt")
    workspace.filesDidChange(["\(root)/c.txt"])
    time.settle()
    #expect(files == ["project/a.txt": "changed", "project/b.txt": "one"])
    #expect(builds == 1)
    // Reading all took three seconds.
    time.advance(by: .seconds(150))
    wake()
    time.settle()
    #expect(files == ["project/a.txt": "changed", "project/b.txt": "changed"])
    #expect(builds == 2)
  }

  /// It would forget the old text of each further file, and not learn the new one.
  @Test func aModelThatHasHadEnoughGetsNoMoreInOneLook() throws {
    for number in 0..<1100 { try folder.write("one", to: "project/\(number).txt") }
    apply(scope())
    open()
    model.state.withLock { $0.isEnough = false }
    let names = (0..<66).map { "\($0).txt" }
    for name in names { try folder.write("changed", to: "project/\(name)") }
    workspace.filesDidChange(names.map { "\(root)/\($0)" })
    time.settle()
    #expect(model.state.withLock { $0.updates.map(\.count) } == [64])
    #expect(builds == 2)
    #expect(files?.values.count { $0 == "changed" } == 66)
  }

  /// Does something when the first file has been read, while the others are being read.
  private func whileAllAreRead(_ action: @escaping @Sendable (_ path: String) -> Void) {
    let isDone = Mutex(false)
    model.onAdd.withLock {
      $0 = { path in
        let isFirst = isDone.withLock { isDone in
          defer { isDone = true }
          return !isDone
        }
        if isFirst { action(path) }
      }
    }
  }

  @Test func aFileThatGoesWhileAllAreReadIsForgotten() throws {
    for number in 0..<40 { try folder.write("one", to: "project/\(number).txt") }
    let workspace = workspace
    whileAllAreRead { path in
      try? FileManager.default.removeItem(atPath: path)
      workspace.filesDidChange([path])
    }
    apply(scope())
    open()
    wake()
    time.settle()
    #expect(builds == 1)
    #expect(files?.count == 39)
  }

  @Test func rulesThatComeWhileAllAreReadCount() throws {
    for number in 0..<40 { try folder.write("one", to: "project/\(number).txt") }
    let (workspace, root) = (workspace, root)
    whileAllAreRead { path in
      try? path.split(separator: "/").last?.write(toFile: "\(root)/.gitignore", atomically: false, encoding: .utf8)
      workspace.filesDidChange(["\(root)/.gitignore"])
    }
    apply(scope())
    open()
    wake()
    time.settle()
    #expect(builds == 1)
    #expect(files?.count == 39)
  }

  @Test func aFileThatChangesWhileAllAreReadIsReadAgain() throws {
    for number in 0..<40 { try folder.write("one", to: "project/\(number).txt") }
    whileAllAreRead { path in try? "changed".write(toFile: path, atomically: false, encoding: .utf8) }
    apply(scope())
    time.settle()
    #expect(files?.values.contains("changed") == false)
    time.advance(by: .seconds(20))
    wake()
    time.settle()
    #expect(builds == 1)
    #expect(files?.values.count { $0 == "changed" } == 1)
  }

  @Test func whatTheModelWasNotGivenIsNotTakenBack() throws {
    try folder.write("x\0", to: "project/a")
    apply(scope())
    open()
    try folder.write("xx\0", to: "project/a")
    workspace.filesDidChange(["\(root)/a"])
    time.settle()
    try remove("project/a")
    workspace.filesDidChange(["\(root)/a"])
    time.settle()
    #expect(model.state.withLock { $0.updates } == [])
  }

  @Test func aFileThatIsNoTextAnyMoreIsForgotten() throws {
    try folder.write("one", to: "project/a")
    apply(scope())
    open()
    try folder.write("one\0", to: "project/a")
    workspace.filesDidChange(["\(root)/a"])
    time.settle()
    #expect(files == [:])
  }

  // MARK: Waiting for nobody

  /// All that a receive loop calls, while the texts of files are read, on the same thread: a lock that was held would end
  /// the process.
  @Test func everythingCanBeToldWhileFilesAreRead() throws {
    for name in ["a", "b"] { try folder.write("one", to: "project/\(name).txt") }
    apply(scope())
    open()
    let (feeder, workspace, root) = (feeder, workspace, root)
    let calls = Mutex(0)
    model.onRead.withLock {
      $0 = {
        feeder.wake()
        workspace.prepare()
        feeder.documentDidOpen(uri: "file://\(root)/b.txt")
        workspace.filesDidChange(["\(root)/b.txt"])
        #expect(workspace.status.contains { !$0.isCurrent })
        calls.withLock { $0 += 1 }
      }
    }
    for name in ["a", "b"] { try folder.write("changed", to: "project/\(name).txt") }
    workspace.filesDidChange(["\(root)/a.txt"])
    time.settle()
    #expect(calls.withLock { $0 } == 2)
    #expect(files == ["project/a.txt": "changed", "project/b.txt": "changed"])
  }

  @Test func whatWasReadWhenItIsTurnedOffIsNotLearned() throws {
    try folder.write("one", to: "project/a.txt")
    apply(scope())
    open()
    let (feeder, off) = (feeder, scope { $0.prediction.isEnabled = false })
    model.onRead.withLock { $0 = { feeder.apply(off) } }
    try folder.write("changed", to: "project/a.txt")
    workspace.filesDidChange(["\(root)/a.txt"])
    time.settle()
    #expect(files == nil && model.state.withLock { $0.updates } == [])
    #expect(feeder.published.isOff && !feeder.published.isBusy)
  }

  // MARK: Settings

  @Test func whatIsTurnedOffIsForgotten() throws {
    try folder.write("one", to: "project/a.txt")
    for off: (inout CorpusScope) -> Void in [
      { $0.prediction.isEnabled = false }, { $0.workspace.isEnabled = false }, { $0.folders = ReadFolders(open: []) },
      { $0.prediction.maximumTokens = 0 },
    ] {
      apply(scope())
      open()
      #expect(files == ["project/a.txt": "one"])
      apply(scope(off))
      // Before anything else can run.
      #expect(files == nil)
      #expect(feeder.published.isOff && !feeder.published.isBuilt)
      open()
      time.advance(by: .seconds(100))
      wake()
      time.settle()
      #expect(files == nil)
    }
  }

  @Test func aFolderThatIsClosedIsForgottenAtOnce() throws {
    for name in ["one", "two"] { try folder.write(name, to: "\(name)/a.txt") }
    let path = folder.url.path
    apply(scope { $0.folders = ReadFolders(open: ["\(path)/one", "\(path)/two"]) })
    open()
    apply(scope { $0.folders = ReadFolders(open: ["\(path)/two"]) })
    #expect(files == nil)
    time.settle()
    #expect(files == ["two/a.txt": "two"])
    // One more is no reason to forget the others.
    apply(scope { $0.folders = ReadFolders(open: ["\(path)/two", "\(path)/one"]) })
    #expect(files == ["two/a.txt": "two"])
    time.settle()
    #expect(files?.count == 2)
  }

  @Test func whatIsBeingBuiltWhenItIsTurnedOffIsNeverThere() throws {
    for number in 0..<40 { try folder.write("one", to: "project/\(number).txt") }
    let (feeder, off) = (feeder, scope { $0.prediction.isEnabled = false })
    let added = Mutex(0)
    model.onAdd.withLock {
      $0 = { _ in
        if added.withLock({
          $0 += 1; return $0
        }) == 5 {
          feeder.apply(off)
        }
      }
    }
    apply(scope())
    open()
    #expect(files == nil && builds == 0)
    #expect(added.withLock { $0 } == 5)
    #expect(!feeder.published.isBusy)
    apply(scope())
    time.settle()
    #expect(files?.count == 40)
  }

  @Test func theSameSettingsChangeNothing() throws {
    try folder.write("one", to: "project/a.txt")
    for _ in 0..<3 {
      apply(scope())
      open()
    }
    #expect(builds == 1)
  }

  // MARK: Paths

  @Test func filesAreCalledAsTheFolderWasGiven() throws {
    try folder.write("one two", to: "project/a/1.txt")
    try folder.write("one two", to: "project/b/é 2.txt")
    try folder.link("link", to: "project")
    let link = "\(folder.url.path)/link"
    apply(
      scope {
        $0.folders = ReadFolders(open: [link]); $0.prediction.maximumTokens = 3
      })
    // Whichever way the document is called.
    for uri in ["file://\(link)/b/%C3%A9%202.txt", "file://\(root)/b/%C3%A9%202.txt"] {
      apply(scope { $0.folders = ReadFolders(open: []) })
      apply(
        scope {
          $0.folders = ReadFolders(open: [link]); $0.prediction.maximumTokens = 3
        })
      feeder.documentDidOpen(uri: "file://\(link)/a/1.txt")
      feeder.documentDidOpen(uri: uri)
      time.settle()
      #expect(files == ["link/b/é 2.txt": "one two"], "\(uri)")
    }
  }
}
