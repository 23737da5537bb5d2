import CatchwordMatching

/// The statistics of a word of a workspace.
struct WordFact: Equatable, Sendable {
  /// The number of occurrences.
  var count: UInt32
  /// The number of files that have the word.
  var files: UInt32
  /// The number of the file with most occurrences.
  var file: UInt32
  /// The line of the first occurrence in that file, from 1.
  var line: UInt32
  /// The languages of its files, one bit each.
  var languages: UInt32

  /// The length of a stored fact, in bytes.
  static let byteCount = 20
}

/// A hash table of the words of many files; it only grows.
///
/// It must be used by one thread only.
final class WordCollector {
  private struct Word {
    var start: UInt32
    var length: UInt32
    var fact: WordFact
    /// The number of occurrences in the file with most of them.
    var most: UInt32
  }

  /// The maximum number of words; further words are left out.
  let maximumWords: Int
  /// True to count a word that is known also where it is in what looks like a secret, which takes half the time.
  private let countsSecrets: Bool
  /// The number of times a word was left out.
  private(set) var leftOut = 0
  /// The number of words.
  private(set) var count = 0
  /// The total length of the words, in bytes.
  private(set) var textBytes = 0

  // The memory belongs to this object alone. A slot holds half a hash and, below it, the number of a word plus one,
  // which is at most `count`; there are more slots than words, so every search ends. At least 8 bytes follow the texts.
  private var words: UnsafeMutablePointer<Word>
  private var capacity = 1 << 12
  private var texts: UnsafeMutablePointer<UInt8>
  private var textCapacity = 1 << 16
  private var slots: UnsafeMutablePointer<UInt64>
  private var mask = (1 << 13) - 1
  /// The result of prefetching; it exists only so that the compiler does not remove the reads.
  private var fetched: UInt64 = 0

  init(maximumWords: Int, countsSecrets: Bool = true) {
    (self.maximumWords, self.countsSecrets) = (maximumWords, countsSecrets)
    words = .allocate(capacity: capacity)
    texts = .allocate(capacity: textCapacity)
    texts.initialize(repeating: 0, count: textCapacity)
    slots = .allocate(capacity: mask + 1)
    slots.initialize(repeating: 0, count: mask + 1)
  }

  deinit {
    words.deallocate()
    texts.deallocate()
    slots.deallocate()
  }

  /// The size of the table in memory, in bytes.
  var byteCount: Int { capacity * MemoryLayout<Word>.stride + textCapacity + (mask + 1) * 8 }

  /// The number of words that are looked up together.
  private static let batch = 32

  /// Adds the words of a file.
  ///
  /// - Parameters:
  ///   - table: The words.
  ///   - text: The file's text; 8 bytes after it must be readable.
  ///   - file: The number of the file.
  ///   - language: The bit of the file's language.
  ///   - list: Receives the number and the count of each word of the file, as in `WordListCoding`.
  func add(
    _ table: FileWordTable, text: UnsafePointer<UInt8>, file: UInt32, language: UInt32,
    list: inout ContiguousArray<UInt8>
  ) {
    var lines = LineCount(text)
    var secrets = LineSecrets(text)
    var start = 0
    while start < table.count {
      let end = min(start + WordCollector.batch, table.count)
      // Prefetches the batch, so that the processor waits for memory once and not for each word.
      for entry in start..<end {
        let slot = slots[Int(table.entries[entry].hash >> 32) & mask]
        if slot != 0 { fetched &+= UInt64(texts[Int(words[Int(slot & 0xFFFF_FFFF) - 1].start)]) }
      }
      for entry in start..<end {
        guard let number = add(table.entries[entry], text, file, language, &lines, &secrets) else { continue }
        WordListCoding.append(number, count: table.entries[entry].count, to: &list)
      }
      start = end
    }
  }

  @inline(__always)
  private func add(
    _ entry: FileWordTable.Entry, _ text: UnsafePointer<UInt8>, _ file: UInt32, _ language: UInt32,
    _ lines: inout LineCount, _ secrets: inout LineSecrets
  ) -> UInt32? {
    let source = text + Int(entry.start)
    let length = Int(entry.length)
    let half = entry.hash >> 32
    var index = Int(half) & mask
    while slots[index] != 0 {
      if slots[index] >> 32 == half {
        let number = Int(slots[index] & 0xFFFF_FFFF) - 1
        let word = words + number
        if word.pointee.length == entry.length,
          PaddedBytes.areEqual(UnsafeRawPointer(source), UnsafeRawPointer(texts + Int(word.pointee.start)), length)
        {
          if !countsSecrets, secrets.hold(Int(entry.start), Int(entry.start) + length) { return nil }
          word.pointee.fact.count &+= entry.count
          word.pointee.fact.files &+= 1
          word.pointee.fact.languages |= language
          if entry.count > word.pointee.most {
            word.pointee.most = entry.count
            (word.pointee.fact.file, word.pointee.fact.line) = (file, lines.line(at: Int(entry.start)))
          }
          return UInt32(number)
        }
      }
      index = (index + 1) & mask
    }
    guard WordShape.isWorthOffering(UnsafeBufferPointer(start: source, count: length)),
      !secrets.hold(Int(entry.start), Int(entry.start) + length)
    else { return nil }
    guard count < maximumWords else {
      leftOut += 1
      return nil
    }
    slots[index] = half << 32 | UInt64(count + 1)
    let line = lines.line(at: Int(entry.start))
    let fact = WordFact(count: entry.count, files: 1, file: file, line: line, languages: language)
    insert(Word(start: UInt32(textBytes), length: entry.length, fact: fact, most: entry.count), source, entry.hash)
    return UInt32(count - 1)
  }

  @inline(never)
  private func insert(_ word: Word, _ source: UnsafePointer<UInt8>, _ hash: UInt64) {
    if count == capacity {
      let larger = UnsafeMutablePointer<Word>.allocate(capacity: 2 * capacity)
      larger.moveInitialize(from: words, count: count)
      words.deallocate()
      (words, capacity) = (larger, 2 * capacity)
    }
    (words + count).initialize(to: word)
    count += 1
    let length = Int(word.length)
    if textBytes + length + 8 > textCapacity {
      let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: 2 * textCapacity)
      larger.initialize(repeating: 0, count: 2 * textCapacity)
      larger.update(from: texts, count: textBytes)
      texts.deallocate()
      (texts, textCapacity) = (larger, 2 * textCapacity)
    }
    (texts + textBytes).update(from: source, count: length)
    textBytes += length
    if 3 * count > 2 * mask { grow() }
  }

  private func grow() {
    let (old, oldMask) = (slots, mask)
    mask = 2 * (mask + 1) - 1
    slots = .allocate(capacity: mask + 1)
    slots.initialize(repeating: 0, count: mask + 1)
    for index in 0...oldMask where old[index] != 0 {
      var slot = Int(old[index] >> 32) & mask
      while slots[slot] != 0 { slot = (slot + 1) & mask }
      slots[slot] = old[index]
    }
    old.deallocate()
  }

  // MARK: Reading

  /// Returns the text of a word, valid until a word is added.
  func text(of number: Int) -> UnsafeBufferPointer<UInt8> {
    precondition(number < count)
    return UnsafeBufferPointer(start: texts + Int(words[number].start), count: Int(words[number].length))
  }

  /// Returns the statistics of a word.
  func fact(of number: Int) -> WordFact {
    precondition(number < count)
    return words[number].fact
  }

  /// Returns the words from a number on in the order of a segment: the most frequent first, of those the shortest.
  ///
  /// - Complexity: O(*n*).
  func order(from first: Int) -> ContiguousArray<UInt32> {
    var keys: ContiguousArray<UInt16> = []
    keys.reserveCapacity(count - first)
    var places = ContiguousArray<Int>(repeating: 0, count: 1 << 16)
    for number in first..<count {
      let key = UInt16(255 - weight(of: number)) << 8 | UInt16(UInt8(clamping: length(of: number)))
      keys.append(key)
      places[Int(key)] += 1
    }
    var next = 0
    for key in places.indices { (places[key], next) = (next, next + places[key]) }
    var order = ContiguousArray<UInt32>(repeating: 0, count: keys.count)
    for (index, key) in keys.enumerated() {
      order[places[Int(key)]] = UInt32(first + index)
      places[Int(key)] += 1
    }
    return order
  }

  /// Builds segments of words that are in order; calls `take` with a builder each time one is to become a segment.
  func build(_ order: ContiguousArray<UInt32>, _ take: (inout SegmentBuilder) throws -> Void) rethrows {
    var builder = SegmentBuilder()
    for number in order {
      builder.append(text(of: Int(number)), weight: weight(of: Int(number)))
      if builder.isFull { try take(&builder) }
    }
    if builder.count > 0 { try take(&builder) }
  }

  private func weight(of number: Int) -> UInt8 { ListWeight.code(Double(words[number].fact.count)) }

  private func length(of number: Int) -> Int {
    var length = 0
    for byte in text(of: number) where byte & 0xC0 != 0x80 { length += 1 }
    return length
  }
}
