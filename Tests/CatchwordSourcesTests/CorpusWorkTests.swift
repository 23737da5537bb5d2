import Testing

@testable import CatchwordSources

/// Work as an object, as expectations cannot change values.
private final class SharedWork {
  var work = CorpusWork()

  var isRunning: Bool { work.isRunning }
  var recent: [String] { work.recent }
  var epoch: Int { work.epoch }

  func begin(at seconds: Int) -> Bool { work.begin(now: .seconds(seconds)) }
  func next(at seconds: Int, epoch: Int? = nil) -> CorpusWork.Step? {
    work.next(epoch ?? work.epoch, now: .seconds(seconds))
  }
  func apply(_ scope: CorpusScope) -> Bool { work.apply(scope) }
}

/// When a model's files are read, and when they are looked at.
struct CorpusWorkTests {
  private var scope: CorpusScope {
    var scope = CorpusScope()
    scope.folders = ["/w"]
    return scope
  }

  /// Work that has read all files, which took a second.
  private func built() -> SharedWork {
    let shared = SharedWork()
    _ = shared.apply(scope)
    shared.work.note(opened: "/w/a")
    _ = shared.begin(at: 0)
    _ = shared.next(at: 0)
    shared.work.didBuild(taken: .seconds(1), now: .seconds(1))
    _ = shared.next(at: 1)
    return shared
  }

  @Test func nothingIsDoneTwice() {
    let work = built()
    #expect(!work.isRunning)
    #expect(work.begin(at: 2) == false)
  }

  @Test func whatIsNotRunningAnyMoreTakesNoSteps() {
    let work = built()
    work.work.note(changed: ["/w/a"])
    let (epoch, started) = (work.epoch, work.begin(at: 2))
    #expect(started)
    #expect(work.begin(at: 2) == false)
    var other = scope
    other.folders = ["/v"]
    #expect(work.apply(other))
    #expect(work.next(at: 2, epoch: epoch) == nil)
    #expect(work.begin(at: 2))
    #expect(work.next(at: 2) == .build)
  }

  @Test func readingAnewWaitsForItsTurn() {
    let work = built()
    work.work.wantBuild()
    #expect(work.begin(at: 2) == false)
    work.work.note(changed: ["/w/a"])
    #expect(work.begin(at: 2))
    #expect(work.next(at: 2) == .look(changed: ["/w/a"], opened: []))
    #expect(work.next(at: 2) == nil)
    #expect(work.begin(at: 51))
    #expect(work.next(at: 51) == .build)
  }

  @Test func looksAtAllFilesSeldom() {
    let work = built()
    // Reading them took a second.
    #expect(work.begin(at: 50) == false)
    #expect(work.begin(at: 51))
    #expect(work.next(at: 51) == .look(changed: nil, opened: []))
    work.work.didLook(taken: .milliseconds(10), now: .seconds(51))
    #expect(work.next(at: 51) == nil)
    #expect(work.begin(at: 65) == false)
    #expect(work.begin(at: 66))
  }

  @Test func manyChangesAreAllFiles() {
    let work = built()
    work.work.note(changed: (0...1000).map { "/w/\($0)" })
    #expect(work.begin(at: 2))
    #expect(work.next(at: 2) == .look(changed: nil, opened: []))
  }

  @Test func whatIsElsewhereDoesNotMatter() {
    let work = built()
    work.work.note(changed: ["/v/a", "/ww/a", "/w"])
    #expect(work.begin(at: 2) == false)
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
