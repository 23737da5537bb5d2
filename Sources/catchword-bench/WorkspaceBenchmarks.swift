import CatchwordFiles
import CatchwordSources
import Foundation
import Synchronization

/// Benchmarks of the words of a workspace's files: read for the first time, and loaded from the cache.
struct WorkspaceBenchmarks {
  /// The number of files of a made-up project.
  private static let files = 2000
  private static let fileBytes = 16_000
  private static let projectWords = 100_000
  /// The number of words of a made-up project in which each word occurs once.
  private static let manyWords = 1_000_000
  private static let linesOfMany = 4000
  /// The reference for the memory of a word besides its text, in bytes.
  private static let bytesOfWord = 40
  /// The number of times a folder is read.
  private static let rounds = 5
  /// The number of times a source is started.
  private static let starts = 20

  /// Measures the rows that work on any machine.
  static func rows() async throws -> [Row] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("catchword-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let (project, many) = (folder.appendingPathComponent("project"), folder.appendingPathComponent("many"))
    try writeProject(to: project)
    try writeManyWords(to: many)
    let cache = folder.appendingPathComponent("cache").path
    let (times, summary) = try measure(project.path, cache: cache)
    let indexing = Row(
      name: "index \(grouped(summary.bytes / 1_000_000)) MB of files", ours: times,
      reference: try Measurement(rounds) { _ = try countLines(in: project.path) }, referenceName: "counting their lines"
    )
    let large = try WorkspaceIndexer.index(root: many.path, cacheFolder: cache)
    return [indexing, memory(large), try await warmStart(many.path, cache: cache)]
  }

  /// Measures a folder of the user's, and returns a few lines of text.
  static func report(on folder: String) throws -> String {
    try OwnFolder.with { cache in
      let before = clock()
      let (times, summary) = try measure(folder, cache: cache.path)
      // There is one more run than measured ones, to warm up.
      let busy = Duration.seconds(Double(clock() - before) / Double(CLOCKS_PER_SEC)) / (rounds + 1)
      let speed = { readable(Double(summary.bytes) / ($0 as Duration).microseconds) }
      let bytes = Double(summary.wordBytes - summary.textBytes) / Double(max(1, summary.words))
      return """
        \(grouped(summary.files)) files, \(grouped(summary.skippedFiles)) of them skipped, \(grouped(summary.bytes)) bytes
        \(grouped(summary.words)) words of \(grouped(summary.textBytes)) bytes, and \(readable(bytes)) more a word
        \(grouped(summary.indexBytes)) bytes of index
        first index: \(speed(times.least)) MB/s at best, \(speed(times.p50)) in the middle of \(rounds), \(speed(busy)) of a core's time

        """
    }
  }

  private static func measure(
    _ folder: String, cache: String
  ) throws -> (Measurement, WorkspaceIndexer.Summary) {
    var summary = try WorkspaceIndexer.index(root: folder, cacheFolder: cache)
    let times = try Measurement(rounds) { summary = try WorkspaceIndexer.index(root: folder, cacheFolder: cache) }
    return (times, summary)
  }

  private static func memory(_ summary: WorkspaceIndexer.Summary) -> Row {
    let megabytes = { (bytes: Int) in Measurement([.microseconds(Double(bytes) / 1e6)]) }
    return Row(
      name: "memory of a workspace of \(grouped(manyWords)) words, in MB", ours: megabytes(summary.wordBytes),
      reference: megabytes(summary.textBytes + bytesOfWord * summary.words),
      referenceName: "its texts and \(bytesOfWord) bytes a word", unit: "MB")
  }

  /// Measures the time from a new source's first settings to its first words. The floor also starts a thread, for which
  /// both wait when the machine is busy.
  private static func warmStart(_ folder: String, cache: String) async throws -> Row {
    var (times, floor): ([Duration], [Duration]) = ([], [])
    let names = try FileManager.default.contentsOfDirectory(atPath: "\(cache)/workspace")
    let files = names.map { URL(fileURLWithPath: "\(cache)/workspace/\($0)") }
    for _ in 0..<starts {
      let threads = NotedThreads()
      let source = WorkspaceSource(cacheExecutor: threads, cacheFolder: cache)
      let clock = ContinuousClock()
      let start = clock.now
      threads.note { source.status.first.map { $0.words > 0 } ?? false }
      source.apply(WorkspaceSettings(), folders: [folder])
      source.prepare()
      // The check of each file follows the words, and must not overlap with the next start.
      while source.status.first?.isCurrent != true { try await Task.sleep(for: .milliseconds(1)) }
      guard let end = threads.noted else { preconditionFailure("The words came from another thread.") }
      times.append(end - start)
      floor.append(try await openOnAThread(files))
    }
    return Row(
      name: "start with a workspace of \(grouped(manyWords)) words", ours: Measurement(times),
      reference: Measurement(floor), referenceName: "opening the indexes on a thread")
  }

  /// Opens files on a thread started for it, and reads the first byte of each.
  private static func openOnAThread(_ files: [URL]) async throws -> Duration {
    let clock = ContinuousClock()
    let start = clock.now
    let end = try await Task(executorPreference: BlockingThreads.prompt) {
      for file in files {
        let first = try Data(contentsOf: file, options: .alwaysMapped).first
        precondition(first != nil)
      }
      return clock.now
    }.value
    return end - start
  }

  // MARK: Files

  /// Writes some thousand files, in folders of a hundred, whose words are distributed as unevenly as those of programs.
  private static func writeProject(to folder: URL) throws {
    let corpus = MadeUpWords(seed: 3)
    var random = SoakRandom(seed: 4)
    let marks = [" ", " ", " ", "(", ");\n  ", ".", ", ", " = ", "\n", "\n    "].map { Array($0.utf8) }
    for number in 0..<files {
      var text: ContiguousArray<UInt8> = []
      while text.count < fileBytes {
        let most = 1 + random.number(below: 1 + random.number(below: projectWords))
        corpus.append(random.number(below: most), to: &text)
        text += marks[random.number(below: marks.count)]
      }
      try write(text, to: folder.appendingPathComponent("part\(number / 100)/file\(number).c"))
    }
  }

  private static func writeManyWords(to folder: URL) throws {
    let corpus = MadeUpWords(seed: 5)
    for first in stride(from: 0, to: manyWords, by: linesOfMany) {
      var text: ContiguousArray<UInt8> = []
      for number in first..<first + linesOfMany {
        corpus.append(number, to: &text)
        text.append(0x0A)
      }
      try write(text, to: folder.appendingPathComponent("part\(first / linesOfMany / 100)/file\(first).txt"))
    }
  }

  private static func write(_ text: ContiguousArray<UInt8>, to file: URL) throws {
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text).write(to: file)
  }

  /// Reads all files of a folder, and looks at each byte.
  private static func countLines(in folder: String) throws -> Int {
    var lines = 0
    for case let file as URL in FileManager.default.enumerator(
      at: URL(fileURLWithPath: folder), includingPropertiesForKeys: [.isRegularFileKey])
      ?? FileManager.DirectoryEnumerator()
    {
      guard try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else { continue }
      guard let data = try? Data(contentsOf: file) else { continue }
      data.withUnsafeBytes { for byte in $0 where byte == 0x0A { lines += 1 } }
    }
    return lines
  }
}

/// The threads for short jobs; records the end of the job that made a condition true.
///
/// Polling from outside would also measure its own pauses, and on a busy machine its own wait for a core.
private final class NotedThreads: TaskExecutor {
  private struct State {
    /// The awaited condition; nil once it was true.
    var hasCome: (@Sendable () -> Bool)?
    var noted: ContinuousClock.Instant?
  }

  private let state = Mutex(State())

  /// The time at which the first job ended after which the condition was true.
  var noted: ContinuousClock.Instant? { state.withLock(\.noted) }

  func note(_ hasCome: @escaping @Sendable () -> Bool) { state.withLock { $0.hasCome = hasCome } }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    Task(executorPreference: BlockingThreads.prompt) {
      job.runSynchronously(on: self.asUnownedTaskExecutor())
      let now = ContinuousClock.now
      guard let hasCome = self.state.withLock(\.hasCome), hasCome() else { return }
      self.state.withLock { $0 = State(noted: now) }
    }
  }
}
