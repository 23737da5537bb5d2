import CatchwordFiles
import CatchwordMatching
import CatchwordText

/// The progress of reading a root.
package struct WorkspaceProgress: Equatable, Sendable {
  /// The number of files handled.
  package var filesDone = 0
  /// The number of files found so far; more may follow.
  package var filesKnown = 0
  /// The number of bytes of files that were read.
  package var bytes = 0

  /// Creates the progress at the start.
  package init() {}
}

/// Reads all files of a root and builds an index of their words. Blocks until it is done.
struct WorkspaceBuilder {
  let root: String
  let settings: WorkspaceSettings
  /// Receives the verdicts of the ignore files.
  var memory: IgnoreMemory?
  /// False to count no word where it is in what looks like a secret.
  var countsSecrets = true
  /// Called after each file.
  var onProgress: (WorkspaceProgress) throws -> Void = { _ in }
  /// Called from time to time with the words added since the last call, so that they are usable during the build.
  var onSegments: (([IndexSegment]) -> Void)?
  /// Called with what was left out because of limits, once all files have been found.
  var onLeftOut: (FileWalker.LeftOut) -> Void = { _ in }

  /// The number of bytes read before the first words are published.
  private static let firstPublication = 2 << 20
  /// The number of integers in a piece of facts that is written at once.
  private static let pieceLength = 1 << 14

  /// Reads the files.
  ///
  /// - Parameter output: The destination of the index.
  /// - Returns: The memory that holds the index; nil when the output is a file.
  /// - Throws: Errors of `onProgress`; `CancellationError`; or the failure to write the output.
  func build(into output: IndexOutput) throws -> ContiguousArray<UInt8>? {
    let settings = settings.bounded
    var walker = FileWalker(root: root, selection: settings.selection, memory: memory)
    let reader = FileWordReader(settings: settings, seed: .random(in: .min ... .max))
    let collector = WordCollector(maximumWords: settings.maximumWords, countsSecrets: countsSecrets)
    var files = FileTable()
    var languages = LanguageBits()
    var list: ContiguousArray<UInt8> = []
    var progress = WorkspaceProgress()
    var published = 0
    var nextPublication = WorkspaceBuilder.firstPublication
    var header = WorkspaceHeader()
    header.identity = WorkspaceCache.identity(root: root, settings: settings)
    header.lists.start = output.count
    while reader.byteCount < settings.maximumTotalBytes, let path = walker.next() {
      try Task.checkCancellation()
      list.removeAll(keepingCapacity: true)
      let language = Language.id(forPath: path)
      switch reader.read("\(root)/\(path)", languageID: language) {
      case .unreadable:
        let stamp = FileSystem.stamp(of: "\(root)/\(path)") ?? FileAccess.Stamp(modified: 0, size: 0)
        files.append(path, stamp, list: header.lists.count..<header.lists.count)
      case .skipped: files.append(path, reader.stamp, list: header.lists.count..<header.lists.count)
      case .words(let text):
        collector.add(
          reader.table, text: text, file: UInt32(files.count), language: languages.bit(language), list: &list)
        // A list beyond 32-bit offsets is left out; the words of its file then stay until all is read anew.
        let end = header.lists.count + list.count
        if end <= Int(UInt32.max) { try list.withUnsafeBytes { try output.append($0) } }
        files.append(path, reader.stamp, list: header.lists.count..<(end <= Int(UInt32.max) ? end : header.lists.count))
        header.lists.count = min(end, max(header.lists.count, Int(UInt32.max)))
        files.readCount += 1
      }
      (progress.filesDone, progress.filesKnown) = (progress.filesDone + 1, walker.count)
      progress.bytes = reader.byteCount
      try onProgress(progress)
      if let onSegments, reader.byteCount >= nextPublication {
        onSegments(segments(of: collector, from: published))
        published = collector.count
        nextPublication = reader.byteCount * 3 / 2
      }
    }
    onLeftOut(walker.leftOut)
    header.isCut =
      walker.leftOut != FileWalker.LeftOut() || collector.leftOut > 0 || walker.next() != nil
      || header.lists.count == Int(UInt32.max)
    (header.skippedFiles, header.readBytes) = (files.count - files.readCount, reader.byteCount)
    return try write(collector, files, languages, header, into: output)
  }

  private func segments(of collector: WordCollector, from first: Int) -> [IndexSegment] {
    var segments: [IndexSegment] = []
    collector.build(collector.order(from: first)) { segments.append($0.build()) }
    return segments
  }

  private func write(
    _ collector: WordCollector, _ files: FileTable, _ languages: LanguageBits, _ header: WorkspaceHeader,
    into output: IndexOutput
  ) throws -> ContiguousArray<UInt8>? {
    var header = header
    header.files = try output.appendPart { try output.append(files.records) }
    header.names = try output.appendPart { try output.append(files.names) }
    header.languages = try output.appendPart { try output.append(languages.names.joined(separator: "\n").utf8) }
    let order = collector.order(from: 0)
    header.facts = try output.appendPart {
      try facts(of: collector, order, into: output)
    }
    var ranks = ContiguousArray<UInt32>(repeating: 0, count: order.count)
    for (rank, number) in order.enumerated() { ranks[Int(number)] = UInt32(rank) }
    header.ranks = try output.appendPart { try ranks.withUnsafeBytes { try output.append($0) } }
    header.segments = try output.appendPart {
      try collector.build(order) { try $0.build { try output.append($0) } }
    }
    return try output.finish { header.words(byteCount: output.count, samples: $0) }
  }

  private func facts(
    of collector: WordCollector, _ order: ContiguousArray<UInt32>, into output: IndexOutput
  ) throws {
    var numbers: ContiguousArray<UInt32> = []
    for (rank, number) in order.enumerated() {
      let fact = collector.fact(of: Int(number))
      numbers.append(fact.count)
      numbers.append(fact.files)
      numbers.append(fact.file)
      numbers.append(fact.line)
      numbers.append(fact.languages)
      if numbers.count >= WorkspaceBuilder.pieceLength || rank == order.count - 1 {
        try numbers.withUnsafeBytes { try output.append($0) }
        numbers.removeAll(keepingCapacity: true)
      }
    }
  }
}

/// The files in their stored form.
private struct FileTable {
  private(set) var records: ContiguousArray<UInt8> = []
  private(set) var names: ContiguousArray<UInt8> = []
  private(set) var count = 0
  /// The number of files that have words.
  var readCount = 0

  mutating func append(_ path: String, _ stamp: FileAccess.Stamp, list: Range<Int>) {
    let record = FileRecord(
      stamp: stamp, nameStart: UInt32(clamping: names.count), nameLength: UInt32(clamping: path.utf8.count),
      start: UInt32(clamping: list.lowerBound), length: UInt32(clamping: list.count))
    record.append(to: &records)
    names.append(contentsOf: path.utf8)
    count += 1
  }
}

/// The languages of a root, one bit each; those beyond the maximum share the last bit.
private struct LanguageBits {
  private static let maximum = 31

  private(set) var names: [String] = []
  private var bits: [String: UInt32] = [:]

  mutating func bit(_ language: String) -> UInt32 {
    if let bit = bits[language] { return bit }
    let bit = UInt32(1) << UInt32(min(names.count, LanguageBits.maximum))
    if names.count < LanguageBits.maximum { names.append(language) }
    bits[language] = bit
    return bit
  }
}
