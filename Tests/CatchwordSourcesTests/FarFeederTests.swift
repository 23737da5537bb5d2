import CatchwordCompletion
import CatchwordFiles
import CatchwordPrediction
import CatchwordText
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import CatchwordSources

/// What a model is given of folders that are not open, and of those that are too large for memory.
struct FarFeederTests {
  private let time = VirtualTime()
  private let folder: TemporaryFolder
  private let model = RecordedModel()
  private let feeder: CorpusFeeder
  private let workspace: WorkspaceSource
  private let log = Box<[String]>()

  init() throws {
    folder = try TemporaryFolder()
    let (log, events) = (log, EventLog())
    events.listen { _, message in log.update { ($0 ?? []) + [message] } }
    var environment = WorkspaceEnvironment(
      clock: time.engineClock, executor: time.executor, cache: nil,
      farCache: FarCache(folder: "\(folder.url.path)/cache/prediction"), home: nil,
      stamp: { FileSystem.stamp(of: $0) },
      log: events)
    feeder = CorpusFeeder(model, environment: environment)
    environment.listener = feeder
    workspace = WorkspaceSource(environment)
  }

  private var path: String { folder.url.path }
  private var root: String { "\(path)/all/project" }

  /// A project that is open, and the folder that holds it with all others.
  private func scope(_ change: (inout CorpusScope) -> Void = { _ in }) -> CorpusScope {
    var scope = CorpusScope()
    scope.folders = ReadFolders(open: [root], further: ["\(path)/all"])
    change(&scope)
    return scope
  }

  /// The folder of all, as it is read.
  private var corpus: FarCorpus { FarCorpus("\(path)/all", WorkspaceSettings(), PredictionSettings(), WordFilter()) }

  private func apply(_ scope: CorpusScope) {
    workspace.apply(
      scope.workspace, folders: scope.folders.open, scope.furtherWorkspace, further: scope.folders.further)
    feeder.apply(scope)
    workspace.prepare()
    time.settle()
  }

  /// Lets time pass, and types.
  private func pass(_ seconds: Int = 100) {
    time.advance(by: .seconds(seconds))
    let document = DocumentSnapshot(uri: "a", languageID: "c", version: 1, text: Text("x"))
    _ = time.run { [workspace] in try await workspace.completions(for: CompletionQuery(document: document, offset: 1)) }
    feeder.wake()
    time.settle()
  }

  private func inner(_ path: String) -> String { String(path.dropFirst(self.path.count + 5)) }

  /// The files that the model was given as text, by their paths in the folder of all.
  private var near: [String: String]? {
    model.state.withLock { state in
      state.files.map { files in Dictionary(uniqueKeysWithValues: files.map { (inner($0.key), $0.value) }) }
    }
  }

  /// The files that count of its far texts.
  private var far: [String] { model.state.withLock { $0.far }.map(inner).sorted() }

  private func write(_ text: String, to path: String) throws { try folder.write(text, to: "all/\(path)") }
  private func remove(_ path: String) throws { try FileManager.default.removeItem(atPath: "\(self.path)/all/\(path)") }

  @Test func furtherFoldersAreFarAndNothingIsTwice() throws {
    try write("one", to: "project/a.txt")
    try write("two", to: "project/in/b.txt")
    try write("three", to: "other/c.txt")
    try write("x\0", to: "other/binary")
    apply(scope())
    #expect(near == ["project/a.txt": "one", "project/in/b.txt": "two"])
    #expect(far == ["other/binary", "other/c.txt"])
    #expect(model.state.withLock { $0.builds } == 2 && !feeder.published.isBusy && feeder.published.far == nil)
    // It is kept for the next time, when it is there before the folder is looked at.
    let other = CorpusFeeder(model, environment: feeder.environment)
    other.apply(scope())
    time.settle()
    #expect(far == ["other/binary", "other/c.txt"] && near == [:])
    other.didLook(
      at: FoundFiles(
        root: root, finder: ObjectIdentifier(other), settings: WorkspaceSettings().bounded, words: { nil }))
    time.settle()
    #expect(far == ["other/binary", "other/c.txt"])
    apply(scope { $0.folders = ReadFolders(open: [root]) })
    #expect(far == [] && near?.count == 2)
  }

  @Test func aLinkToAnOpenFolderIsNoFurtherOne() throws {
    try write("one", to: "project/a.txt")
    try write("two", to: "more/b.txt")
    try folder.link("linked", to: "all")
    apply(scope { $0.folders = ReadFolders(open: [root], further: ["\(path)/linked", "\(path)/all"]) })
    for _ in 0..<3 { pass() }
    #expect(near == ["project/a.txt": "one"])
    #expect(model.state.withLock { $0.far.map { String($0.suffix(10)) } } == ["more/b.txt"])
    #expect(model.state.withLock { $0.updates } == [] && model.state.withLock { $0.builds } == 2)
  }

  @Test func whatChangesInAFarFolderIsFollowed() throws {
    try write("one", to: "project/a.txt")
    for name in ["b", "c", "d"] { try write("old", to: "other/\(name).txt") }
    apply(scope())
    try write("news", to: "other/b.txt")
    try remove("other/c.txt")
    try write("new", to: "other/e.txt")
    pass()
    #expect(near == ["project/a.txt": "one", "other/b.txt": "news", "other/e.txt": "new"])
    #expect(model.state.withLock { Set($0.updates.flatMap { $0 }) }.count == 3)
    // Nothing is told twice.
    pass()
    #expect(model.state.withLock { $0.updates.flatMap { $0 }.count } == 3)
    #expect(model.state.withLock { $0.builds } == 2)
    try write("back again", to: "other/c.txt")
    pass()
    #expect(near?["other/c.txt"] == "back again")
  }

  @Test func whatHasChangedSinceIsReadBesideIt() throws {
    try write("one", to: "project/a.txt")
    for name in ["b", "c", "d"] { try write("old", to: "other/\(name).txt") }
    apply(scope())
    apply(scope { $0.folders = ReadFolders(open: []) })
    try write("news", to: "other/b.txt")
    try remove("other/c.txt")
    try write("new", to: "other/e.txt")
    apply(scope())
    #expect(near == ["project/a.txt": "one", "other/b.txt": "news", "other/e.txt": "new"])
    #expect(far == ["other/d.txt"])
    #expect(model.state.withLock { $0.furthers } > 0)
  }

  @Test func manyChangesMakeItAnew() throws {
    try write("one", to: "project/a.txt")
    for number in 0..<100 { try write("old", to: "other/\(number)") }
    apply(scope())
    #expect(far.count == 100)
    for number in 0..<80 { try write("changed", to: "other/\(number)") }
    for _ in 0..<3 { pass(1000) }
    #expect(near == ["project/a.txt": "one"])
    #expect(far.count == 100)
  }

  private func git(_ arguments: String...) throws {
    let environment = [
      "HOME": path, "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "GIT_CONFIG_NOSYSTEM": "1",
      "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@b", "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@b",
    ]
    let program = try ChildProgram(
      "/usr/bin/env", ["git", "-C", "\(path)/all/other"] + arguments, environment: environment,
      output: .file("/dev/null"),
      errors: .file("/dev/null"))
    #expect(try program.wait() == 0, "git \(arguments)")
  }

  /// Branches of a repository that differ in every file, while it is learned from.
  @Test func whatIsCheckedOutIsLearned() throws {
    try write("one", to: "project/a.txt")
    for number in 0..<100 { try write("old \(number)", to: "other/\(number)") }
    try git("init", "--quiet", "--initial-branch=first")
    try git("add", ".")
    try git("commit", "--quiet", "--message=first")
    try git("checkout", "--quiet", "-b", "second")
    for number in 0..<20 { try remove("other/\(number)") }
    for number in 20..<130 { try write("changed on a branch \(number)", to: "other/\(number)") }
    try git("add", ".")
    try git("commit", "--quiet", "--message=second")
    try git("checkout", "--quiet", "first")
    apply(scope())
    let branches = [(0..<100, "old"), (20..<130, "changed on a branch")].map { range, text in
      Dictionary(uniqueKeysWithValues: range.map { ("other/\($0)", "\(text) \($0)") })
    }
    #expect(far == branches[0].keys.sorted() && near == ["project/a.txt": "one"])
    for (branch, texts) in [("second", branches[1]), ("first", branches[0]), ("second", branches[1])] {
      try git("checkout", "--quiet", branch)
      // At the next look at the files nothing of the other branch counts any more.
      pass(20)
      #expect(Set(far).union((near ?? [:]).keys) == Set(texts.keys).union(["project/a.txt"]))
      #expect((near ?? [:]).filter { $0.key.hasPrefix("other/") }.allSatisfy { texts[$0.key] == $0.value })
      for _ in 0..<3 { pass(10_000) }
      #expect(far == texts.keys.sorted() && near == ["project/a.txt": "one"])
    }
  }

  @Test func whatAnOpenFolderHasBeyondTheLimitIsFar() throws {
    for name in ["a/1", "a/2", "b/1", "b/2"] { try write("one two three", to: "project/\(name)") }
    feeder.documentDidOpen(uri: "file://\(root)/a/1")
    apply(
      scope {
        $0.prediction.maximumTokens = 8; $0.folders = ReadFolders(open: [root])
      })
    // Half of what may be is in memory then.
    #expect(near?.keys.sorted() == ["project/a/1"])
    #expect(far == ["project/a/1", "project/a/2", "project/b/1", "project/b/2"])
    #expect(feeder.published.isCut)
    // Where all are in memory, the file is of no use.
    apply(scope { $0.folders = ReadFolders(open: [root]) })
    #expect(near?.count == 4 && far == [])
  }

  @Test func withoutRoomNothingIsFar() throws {
    try write("one", to: "project/a.txt")
    try write("two", to: "other/b.txt")
    try write(String(repeating: "word ", count: 50), to: "other/c.txt")
    apply(scope { $0.prediction.maximumFarTokens = 0 })
    pass()
    #expect(near == ["project/a.txt": "one"] && far == [] && folder.read("cache/prediction") == nil)
    // With little room, what fits is there, and what does not is not taken one by one.
    apply(scope { $0.prediction.maximumFarTokens = 20 })
    for _ in 0..<3 { pass(1000) }
    #expect(near == ["project/a.txt": "one"])
    #expect(far == ["other/b.txt"])
  }

  @Test func whatCannotBeKeptIsSaidOnce() throws {
    try write("one", to: "project/a.txt")
    try write("two", to: "other/b.txt")
    try folder.write("no folder", to: "cache")
    apply(scope())
    for _ in 0..<3 { pass(1000) }
    #expect(near == ["project/a.txt": "one"] && far == [])
    #expect(log.value?.count == 1)
    #expect(log.value?.first?.contains("could not be kept in \(path)/cache/prediction: Not a directory") == true)
    // As soon as it can be, it is.
    try FileManager.default.removeItem(atPath: "\(path)/cache")
    pass(1000)
    pass(1)
    #expect(far == ["other/b.txt"])
  }

  @Test func oneServerMakesItAndOthersTakeIt() throws {
    try write("one", to: "project/a.txt")
    try write("two", to: "other/b.txt")
    let cache = try #require(feeder.environment.farCache)
    let identity = corpus.identity
    do {
      let writing = try cache.files.beginWriting(root: corpus.root, variant: identity)
      let second = try cache.files.beginWriting(root: corpus.root, variant: identity)
      if writing == nil || second != nil { Issue.record("one at a time") }
      apply(scope())
      pass()
      #expect(far == [] && log.value == nil)
      _ = consume writing
    }
    // The other one has ended without finishing it.
    pass()
    #expect(far == ["other/b.txt"])
  }

  /// What an open project says of its own files is no reason for another text.
  @Test func theProjectsSettingsAreNotOfFurtherFolders() throws {
    try write("one", to: "project/a.txt")
    try write("two", to: "other/b.txt")
    apply(
      scope {
        $0.workspace.exclude.append("*.txt"); $0.workspace.respectsIgnoreFiles = false
      })
    pass()
    #expect(far == ["other/b.txt"] && near == [:])
    #expect(FileManager.default.fileExists(atPath: try #require(feeder.environment.farCache).file(for: corpus)))
  }

  @Test func whatAProjectBansStaysInTheTextThatServersShare() throws {
    try write("one", to: "project/a.txt")
    try write("herring haddock", to: "other/b.txt")
    apply(
      scope {
        $0.sharedFilter = WordFilter(banned: ["herring"])
        $0.filter = WordFilter(banned: ["herring", "haddock"])
      })
    pass()
    let file = try #require(feeder.environment.farCache).file(for: corpus)
    let text = try Data(contentsOf: URL(fileURLWithPath: file))
    #expect(text.range(of: Data("haddock".utf8)) != nil && text.range(of: Data("herring".utf8)) == nil)
  }

  @Test func whatAnotherServerHasMadeMeanwhileIsNotMadeAgain() throws {
    try write("one", to: "project/a.txt")
    try write("two", to: "other/b.txt")
    let cache = try #require(feeder.environment.farCache)
    do {
      let writing = try cache.files.beginWriting(root: corpus.root, variant: corpus.identity)
      apply(scope())
      #expect(far == [])
      _ = consume writing
    }
    let stamp = try #require(FileSystem.stamp(of: "\(corpus.root)/other/b.txt"))
    guard var maker = try FarMaker(cache, corpus, [("other/b.txt", stamp)]) else {
      throw CancellationError()
    }
    while try maker.readNext() {}
    #expect(try maker.finish())
    let file = cache.file(for: corpus)
    let number = { try FileManager.default.attributesOfItem(atPath: file)[.systemFileNumber] as? Int }
    let made = try #require(try number())
    pass()
    #expect(try far == ["other/b.txt"] && number() == made)
  }

  /// Neither is larger than what fits into memory, but both are.
  @Test func foldersThatAreTooLargeTogetherAreFar() throws {
    for name in ["one/a", "one/b", "two/a", "two/b"] { try write("1 2 3", to: name) }
    let folders = ["\(path)/all/one", "\(path)/all/two"]
    apply(
      scope {
        $0.prediction.maximumTokens = 10; $0.folders = ReadFolders(open: folders)
      })
    #expect(far == ["one/a", "one/b", "two/a", "two/b"])
    let builds = model.state.withLock { $0.builds }
    for _ in 0..<10 { pass(20) }
    #expect(model.state.withLock { $0.builds } == builds && builds <= 3)
  }

  /// What the model has no room for is not taken out before it is read.
  @Test func theOldVersionCountsUntilTheNewOneIsRead() throws {
    for name in ["project/a", "project/b", "other/c"] { try write("one two three", to: name) }
    apply(scope())
    apply(scope { $0.folders = ReadFolders(open: []) })
    try write("four five six seven", to: "other/c")
    apply(scope { $0.prediction.maximumTokens = 7 })
    #expect(far.contains("other/c"))
  }

  @Test func whatIsLeftOutForOtherLimitsIsNotFar() throws {
    for number in 0..<10 { try write("word", to: "project/\(number)") }
    apply(
      scope {
        $0.workspace.maximumFiles = 4; $0.folders = ReadFolders(open: [root])
      })
    for _ in 0..<3 { pass(1000) }
    #expect(near?.count == 4 && far == [] && folder.read("cache/prediction") == nil)
    #expect(!FileManager.default.fileExists(atPath: "\(path)/cache/prediction"))
    #expect(model.state.withLock { $0.builds } == 1)
  }

  @Test(arguments: ["", "damaged", "cut"]) func aFileThatIsOfNoUseIsMadeAnew(_ damage: String) throws {
    try write("one", to: "project/a.txt")
    try write("two three four", to: "other/b.txt")
    apply(scope())
    let cache = try #require(feeder.environment.farCache)
    let file = URL(fileURLWithPath: cache.file(for: corpus))
    var data = try Data(contentsOf: file)
    switch damage {
    case "damaged": data[300 / 8 * 8] ^= 0xFF; data[20] ^= 1
    case "cut": data = data.prefix(data.count / 2)
    default: data = Data()
    }
    try FileManager.default.removeItem(at: file)
    try data.write(to: file)
    apply(scope { $0.folders = ReadFolders(open: []) })
    apply(scope())
    pass()
    #expect(far == ["other/b.txt"])
    #expect(try Data(contentsOf: file).count > data.count || damage == "damaged")
  }
}
