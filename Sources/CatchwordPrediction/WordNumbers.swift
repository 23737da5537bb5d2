import CatchwordText

/// Words by number and numbers by word.
///
/// The texts are stored one after the other; a table of slots finds them by hash, with linear probing.
struct WordNumbers: Sendable {
  private(set) var bytes: ContiguousArray<UInt8> = []
  private(set) var ends: ContiguousArray<UInt32> = []
  private(set) var slots = ContiguousArray<UInt32>(repeating: 0, count: 64)
  /// The beginning of each word; see `Initial`.
  private(set) var initials: ContiguousArray<Initial> = []
  private(set) var forms: ContiguousArray<WordForm> = []
  private let seed: UInt64

  /// - Parameter seed: A number that the authors of the texts do not know, so that nobody can make words of one hash.
  init(seed: UInt64) { self.seed = seed }

  /// The number of words.
  var count: Int { ends.count }

  var byteCount: Int { bytes.count + ends.count * 6 + slots.count * 4 }

  /// Returns the range of a word in `bytes`.
  func range(of word: Int) -> Range<Int> { (word == 0 ? 0 : Int(ends[word - 1]))..<Int(ends[word]) }

  /// Returns the text of a word.
  func text(of word: Int) -> String { String(decoding: bytes[range(of: word)], as: UTF8.self) }

  /// Returns the number of a word; nil when it is missing.
  func number(of word: UnsafeBufferPointer<UInt8>) -> Int? {
    if ends.isEmpty { return nil }
    let entry = slots[slot(of: word)]
    return entry == 0 ? nil : Int(entry) - 1
  }

  /// Returns the number of a word; a missing word is added if it is wanted. Nil when it is not, and when the table is full, at
  /// 2³² bytes.
  mutating func insert(_ word: UnsafeBufferPointer<UInt8>, if isWanted: () -> Bool = { true }) -> Int? {
    let place = slot(of: word)
    if slots[place] != 0 { return Int(slots[place]) - 1 }
    guard isWanted(), bytes.count + word.count < Int(UInt32.max), count < Int(UInt32.max) - 1 else { return nil }
    bytes.append(contentsOf: word)
    ends.append(UInt32(bytes.count))
    initials.append(Initial(word))
    forms.append(WordForm(word))
    slots[place] = UInt32(count)
    if count * 2 > slots.count { fillSlots(slots.count * 2) }
    return count - 1
  }

  /// Removes all words but the first `count`.
  ///
  /// - Complexity: O(number of words).
  mutating func removeAll(from count: Int) {
    guard count < self.count else { return }
    bytes.removeSubrange((count == 0 ? 0 : Int(ends[count - 1]))...)
    ends.removeSubrange(count...)
    initials.removeSubrange(count...)
    forms.removeSubrange(count...)
    fillSlots(slots.count)
  }

  private func slot(of word: UnsafeBufferPointer<UInt8>) -> Int {
    let mask = slots.count - 1
    var index = Int(truncatingIfNeeded: WordHash.of(word, seed: seed)) & mask
    return bytes.withUnsafeBufferPointer { bytes in
      while slots[index] != 0 {
        let range = range(of: Int(slots[index]) - 1)
        // A loop over slices is compiled to several calls a byte.
        if range.count == word.count, word.indices.allSatisfy({ bytes[range.lowerBound + $0] == word[$0] }) { break }
        index = (index + 1) & mask
      }
      return index
    }
  }

  private mutating func fillSlots(_ slotCount: Int) {
    slots = ContiguousArray(repeating: 0, count: slotCount)
    let mask = slots.count - 1
    bytes.withUnsafeBufferPointer { buffer in
      for word in ends.indices {
        let text = UnsafeBufferPointer(rebasing: buffer[range(of: word)])
        var index = Int(truncatingIfNeeded: WordHash.of(text, seed: seed)) & mask
        while slots[index] != 0 { index = (index + 1) & mask }
        slots[index] = UInt32(word + 1)
      }
    }
  }
}

/// The beginning of a word, in one byte.
struct Initial: Equatable, Sendable {
  private let code: UInt8

  /// The value for tokens that are not words: numbers and marks.
  static let none = Initial(code: 0)
  private static let any: UInt8 = 1

  private init(code: UInt8) { self.code = code }

  init(_ word: UnsafeBufferPointer<UInt8>) {
    let byte = word.first ?? 0
    let folded = byte | 0x20
    switch byte {
    // Dashes and typographic quotation marks are not words.
    case 0x80...: code = Tokenizer.beginsWithWord(word) ? Initial.any : 0
    case 0x5F: code = byte
    case _ where folded &- 0x61 < 26: code = folded
    default: code = 0
    }
  }

  /// True for words.
  var isWord: Bool { code != 0 }

  /// True when a word that begins like this may be meant by typed text that begins like `typed`.
  func mayBegin(_ typed: Initial) -> Bool {
    isWord && (code == typed.code || code == Initial.any || typed.code == Initial.any || code == 0x5F)
  }
}
