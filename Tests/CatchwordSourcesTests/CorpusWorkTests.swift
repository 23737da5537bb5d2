import Testing

@testable import CatchwordSources

/// Work as an object, as expectations cannot change values.
private final class SharedWork {
  var work = CorpusWork()

  var isRunning: Bool { work.isRunning }
  var recent: [String] { work.recent }
  var epoch: Int { work.epoch }

  func begin(at seconds: Int) -> Bool { work.begin(now: .seconds(seconds)) }
  /// The next step after the far texts.
  func next(at seconds: Int, epoch: Int? = nil) -> CorpusWork.Step? {
    let step = work.next(epoch ?? work.epoch, now: .seconds(seconds))
    return step == .takeFar ? work.next(epoch ?? work.epoch, now: .seconds(seconds)) : step
  }
  /// Applies settings whose folders have been looked at.
  func apply(_ scope: CorpusScope) -> Bool {
    defer { for folder in scope.folders.all { _ = find(in: folder, scope) } }
    return work.apply(scope)
  }
  func find(in folder: String, _ scope: CorpusScope) -> Bool {
    work.note(
      found: FoundFiles(
        root: folder, finder: ObjectIdentifier(self), settings: scope.workspace.bounded, words: { nil }))
  }
  func missed(in folder: String) -> Set<String>? { work.takeMissed(in: WorkspaceRoot.Place(path: folder)) }
}

/// When a model's files are read.
struct CorpusWorkTests {
  private var scope: CorpusScope {
    var scope = CorpusScope()
    scope.folders = ReadFolders(open: ["/w"])
    return scope
  }

  /// Work that has read all files, which took a second.
  private func built() -> SharedWork {
    let shared = SharedWork()
    _ = shared.apply(scope)
    shared.work.note(opened: "/w/a")
    _ = shared.begin(at: 0)
    _ = shared.next(at: 0)
    shared.work.didBuild(taken: .seconds(1), now: .seconds(1), isCut: false)
    _ = shared.next(at: 1)
    return shared
  }

  @Test func nothingIsReadBeforeTheOpenFoldersHaveBeenLookedAt() {
    let work = SharedWork()
    var scope = scope
    scope.folders = ReadFolders(open: ["/w", "/v"], further: ["/far"])
    // A root may look at its files before the settings are known here.
    #expect(work.find(in: "/w", scope))
    _ = work.work.apply(scope)
    // What far texts have can be taken at once, and is taken back when it is no longer wanted.
    #expect(work.begin(at: 0) && work.work.next(work.epoch, now: .zero) == .takeFar && work.next(at: 0) == nil)
    #expect(work.begin(at: 0) == false)
    #expect(work.work.isBeginning)
    #expect(work.find(in: "/far", scope))
    #expect(work.begin(at: 0) == false)
    var other = scope
    other.workspace.maximumFiles = 7
    #expect(work.find(in: "/v", other))
    #expect(work.begin(at: 0) == false)
    #expect(work.find(in: "/v", scope))
    #expect(work.begin(at: 0))
    #expect(work.work.found.keys.sorted() == ["/far", "/v", "/w"])
  }

  @Test func whatIsFoundLaterIsReadAtOnce() {
    let work = SharedWork()
    var scope = scope
    scope.folders = ReadFolders(open: ["/w"], further: ["/far", "/farther"])
    _ = work.work.apply(scope)
    #expect(work.find(in: "/w", scope))
    #expect(work.begin(at: 0) && work.next(at: 0) == .build)
    #expect(work.find(in: "/far", scope))
    work.work.didBuild(taken: .seconds(1), now: .seconds(1), isCut: false)
    #expect(work.next(at: 1) == .build)
    work.work.didBuild(taken: .seconds(1), now: .seconds(2), isCut: false)
    #expect(work.next(at: 2) == nil)
    #expect(work.find(in: "/farther", scope))
    // Its far text may have been there from the beginning.
    #expect(work.begin(at: 3) && work.next(at: 3) == .compare(folder: "/farther"))
    work.work.didCompare("/farther", isMissing: false, isStale: false, hasNews: true)
    #expect(work.next(at: 3) == .build)
    work.work.didBuild(taken: .seconds(1), now: .seconds(4), isCut: false)
    work.work.didCompare("/farther", isMissing: false, isStale: true, hasNews: true)
    #expect(work.next(at: 4) == .far(folder: "/farther"))
    work.work.didMakeFar("/farther", isWritten: true, now: .seconds(5), pause: .seconds(50))
    #expect(work.next(at: 5) == .build)
    work.work.didBuild(taken: .seconds(1), now: .seconds(6), isCut: false)
    work.work.wantFar(["/farther"], present: [])
    #expect(work.next(at: 6) == nil)
    #expect(work.begin(at: 56) && work.next(at: 56) == .far(folder: "/farther"))
    work.work.didMakeFar("/farther", isWritten: false, now: .seconds(57), pause: .seconds(600))
    #expect(work.next(at: 58) == nil)
    // A root looks again and again.
    #expect(!work.find(in: "/farther", scope))
    #expect(work.begin(at: 100) == false)
  }

  @Test(arguments: [false, true]) func whatFarTextsHaveIsForgottenWithTheRest(isBuilt: Bool) {
    let shared = isBuilt ? built() : SharedWork()
    if !isBuilt {
      _ = shared.work.apply(scope)
      #expect(shared.begin(at: 0) && shared.work.next(shared.epoch, now: .zero) == .takeFar)
    }
    var more = scope
    more.prediction.folders = ["/far"]
    more.folders = ReadFolders(open: ["/w"], further: ["/far"])
    #expect(shared.apply(more) == false)
    var off = scope
    off.prediction.isEnabled = false
    #expect(shared.apply(off))
    #expect(shared.begin(at: 10) == false)
  }

  @Test func nothingIsDoneTwice() {
    let work = built()
    #expect(!work.isRunning)
    #expect(work.begin(at: 2) == false)
  }

  @Test func whatIsNotRunningAnyMoreTakesNoSteps() {
    let work = built()
    work.work.note(opened: "/w/a")
    let (epoch, started) = (work.epoch, work.begin(at: 2))
    #expect(started)
    #expect(work.begin(at: 2) == false)
    var other = scope
    other.folders = ReadFolders(open: ["/v"])
    #expect(work.apply(other))
    #expect(work.next(at: 2, epoch: epoch) == nil)
    #expect(work.begin(at: 2))
    #expect(work.next(at: 2) == .build)
  }

  @Test func readingAnewWaitsForItsTurn() {
    let work = built()
    work.work.wantBuild()
    #expect(work.begin(at: 2) == false)
    work.work.note(opened: "/w/a")
    #expect(work.begin(at: 2))
    #expect(work.next(at: 2) == .check(opened: ["/w/a"]))
    #expect(work.next(at: 2) == nil)
    #expect(work.begin(at: 51))
    #expect(work.next(at: 51) == .build)
  }

  @Test func followsOnceAllFilesHaveBeenRead() {
    let work = SharedWork()
    _ = work.apply(scope)
    #expect(!work.work.isFollowing)
    _ = work.begin(at: 0)
    #expect(work.next(at: 0) == .build)
    #expect(!work.work.isFollowing)
    work.work.didBuild(taken: .seconds(1), now: .seconds(1), isCut: false)
    #expect(work.work.isFollowing)
    _ = work.next(at: 1)
    work.work.wantBuild()
    #expect(work.begin(at: 51))
    #expect(work.next(at: 51) == .build)
    #expect(!work.work.isFollowing)
  }

  @Test func whatChangesWhileAllIsReadIsToldOnce() {
    let work = SharedWork()
    _ = work.apply(scope)
    work.work.note(missed: "/w/before")
    _ = work.begin(at: 0)
    _ = work.next(at: 0)
    for path in ["/w/a", "/v/b"] { work.work.note(missed: path) }
    #expect(work.missed(in: "/w") == [])
    work.work.didBuild(taken: .seconds(1), now: .seconds(1), isCut: false)
    #expect(work.missed(in: "/w") == ["/w/a"])
    #expect(work.missed(in: "/w") == [])
    #expect(work.missed(in: "/v") == ["/v/b"])
  }

  @Test func whenManyFilesChangeMeanwhileAllAreLookedAt() {
    let work = SharedWork()
    _ = work.apply(scope)
    _ = work.begin(at: 0)
    _ = work.next(at: 0)
    for number in 0...1000 { work.work.note(missed: "/w/\(number)") }
    work.work.didBuild(taken: .seconds(1), now: .seconds(1), isCut: false)
    #expect(work.missed(in: "/w") == nil)
    #expect(work.missed(in: "/w") == [])
  }

  @Test func remembersTheLastDocuments() {
    let work = built()
    for number in 0..<100 { work.work.note(opened: "/w/\(number % 20)") }
    #expect(work.recent.count == CorpusWork.maximumRecent)
    #expect(work.recent.prefix(2) == ["/w/19", "/w/18"])
    work.work.note(opened: "/w/10")
    #expect(work.recent.prefix(3) == ["/w/10", "/w/19", "/w/18"])
    #expect(Set(work.recent).count == CorpusWork.maximumRecent)
  }

  @Test func whatWasStoppedIsBegunAnew() {
    let work = SharedWork()
    _ = work.apply(scope)
    work.work.note(opened: nil)
    #expect(work.begin(at: 0))
    #expect(work.next(at: 0) == .build)
    work.work.stop(work.epoch)
    #expect(!work.isRunning)
    #expect(work.begin(at: 0))
    #expect(work.next(at: 0) == .build)
  }
}
