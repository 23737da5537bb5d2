import CatchwordCompletion
import CatchwordFiles
import Foundation
import TestSupport
import Testing

@testable import CatchwordSources

/// Which files are looked at when some are said to have changed.
struct WorkspaceFollowingTests {
  private let time = VirtualTime()
  private let folder: TemporaryFolder
  private let root: WorkspaceRoot
  /// The files that were looked at, from the root.
  private let looked = Box<[String]>()
  /// How long looking at a file takes.
  private let delay = Box<Duration>()

  init() throws {
    folder = try TemporaryFolder()
    for (name, text) in [
      (".gitignore", "target/\n*.swo\n"), ("a.txt", "heron"), ("b/b.txt", "herald"), ("target/new/x", "x"),
    ] {
      try folder.write(text, to: "project/\(name)")
    }
    try folder.write("x", to: "outside/x")
    try folder.link("project/link", to: "\(folder.url.path)/outside")
    let path = try #require(FileSystem.canonical("\(folder.url.path)/project"))
    let (time, looked, delay) = (time, looked, delay)
    let environment = WorkspaceEnvironment(
      clock: time.engineClock, executor: time.executor, cache: nil, home: nil,
      stamp: { file in
        looked.update { ($0 ?? []) + [String(file.dropFirst(path.count + 1))] }
        time.clock.advance(to: time.clock.now.advanced(by: delay.value ?? .zero))
        return FileSystem.stamp(of: file)
      }, log: EventLog())
    root = WorkspaceRoot(WorkspaceRoot.Place(path: path), settings: WorkspaceSettings(), environment: environment)
    root.wake()
    time.settle()
  }

  /// What is looked at by an action.
  private func looks(_ action: () -> Void) -> [String] {
    looked.value = []
    action()
    time.settle()
    return looked.value ?? []
  }

  private func looks(for names: [String]) -> [String] {
    looks { root.filesDidChange(names.map { "\(root.path)/\($0)" }) }
  }

  /// A build makes and removes files all the time.
  @Test(arguments: [
    "target/x.tmp", "target/new", "target", "target/", "target/gone/er/x.o", "x.swo", ".git/index.lock", ".x.swp",
    "link/x.tmp", "link", "../x.tmp",
  ])
  func forWhatIsLeftOutNothingIsLookedAt(name: String) {
    #expect(looks(for: [name]) == [])
    #expect(root.published.status.state == .ready)
  }

  /// What is in a folder is not said one by one.
  @Test func forAFolderThatHasComeOrGoneAllAreLookedAt() throws {
    try folder.write("hermit", to: "project/n/n.txt")
    #expect(looks(for: ["n"]) == ["a.txt", "b/b.txt", "n/n.txt"])
    #expect(looks(for: ["gone"]) == ["a.txt", "b/b.txt", "n/n.txt"])
    #expect(looks(for: ["a.txt"]) == ["a.txt"])
  }

  /// Files that come and go in a project's own part do not keep it busy; those that are named are read nevertheless.
  @Test func lookingAtAllForWhatIsSaidTakesAPartOfTheTime() throws {
    delay.value = .seconds(1)
    #expect(looks(for: ["gone"]) == ["a.txt", "b/b.txt"])
    try folder.write("heron hermit", to: "project/a.txt")
    #expect(looks(for: ["a.txt", "gone"]) == ["a.txt"])
    #expect(root.published.status.changedFiles > 0)
    #expect(looks { root.wake() } == [])
    // Ten times as long as it took, and not at the end of the usual interval.
    time.advance(by: .seconds(18))
    #expect(looks { root.wake() } == [])
    time.advance(by: .seconds(1))
    #expect(looks { root.wake() } == ["a.txt", "b/b.txt"])
  }
}
