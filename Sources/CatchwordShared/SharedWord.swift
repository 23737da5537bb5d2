import CatchwordMatching

/// A word that is shared, and how often it is used.
public struct SharedWord: Equatable, Sendable {
  /// The word as it is written.
  public let text: String
  /// The weight in steps of a quarter; the greater one is the more frequent.
  public let weight: UInt8

  /// Creates a word.
  public init(_ text: String, weight: UInt8) { (self.text, self.weight) = (text, weight) }

  /// True for a word that can be in a page: not empty, not too long, and nothing that changes what a screen shows.
  public static func isPossible(_ text: String) -> Bool {
    guard !text.isEmpty, text.utf8.count <= SharedFormat.maximumWordBytes else { return false }
    if text.utf8.allSatisfy({ 0x20...0x7E ~= $0 }) { return true }
    return text.unicodeScalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .control, .surrogate, .unassigned, .lineSeparator, .paragraphSeparator: false
      // Among them are those that turn the direction of the text around them.
      case .format: scalar.value == 0x200C || scalar.value == 0x200D
      default: true
      }
    }
  }
}

/// A prefix of words as they are compared: folded.
public struct SharedPrefix: Equatable, Sendable {
  let scalars: [Unicode.Scalar]
  /// The text of the prefix.
  public let text: String

  /// Folds a text.
  public init(_ text: String) { self.init(FoldedText.scalars(of: text)) }

  init(_ scalars: some Sequence<Unicode.Scalar>) {
    self.scalars = Array(scalars)
    var text = ""
    text.unicodeScalars.append(contentsOf: self.scalars)
    self.text = text
  }

  /// Takes a text that is folded, in UTF-8.
  init(folded bytes: some Collection<UInt8>) {
    text = String(decoding: bytes, as: UTF8.self)
    scalars = Array(text.unicodeScalars)
  }

  /// Takes the first scalars of a prefix.
  private init(_ prefix: SharedPrefix, _ count: Int) {
    scalars = Array(prefix.scalars.prefix(count))
    text = String(prefix.text.unicodeScalars.prefix(count))
  }

  /// The number of its scalars.
  public var count: Int { scalars.count }
  /// True when there are none.
  public var isEmpty: Bool { scalars.isEmpty }

  /// Returns the prefix of the first scalars.
  package func first(_ count: Int) -> SharedPrefix { count < self.count ? SharedPrefix(self, count) : self }

  /// Returns true when the other one is this one, or goes on from it.
  public func begins(_ other: SharedPrefix) -> Bool { other.scalars.starts(with: scalars) }

  /// Returns true when a word begins so.
  func begins(_ word: String) -> Bool { FoldedText.scalars(of: word, beginWith: scalars) }

  /// The prefix as bytes when it is of ASCII; nil otherwise.
  var plain: [UInt8]? { text.utf8.count == scalars.count ? Array(text.utf8) : nil }

  /// The bucket of the pages for this prefix.
  ///
  /// It is decided by the first scalars that make three bytes: three letters of Latin, two of Cyrillic, one ideograph. So
  /// all pages that answer one question, but for the shortest prefixes, are in one bucket.
  ///
  /// - Parameter count: The number of buckets.
  public func bucket(of count: Int) -> SharedBucket {
    let head = headCount
    guard head < self.count else { return .head }
    // FNV-1a of 32 bits; http://www.isthe.com/chongo/tech/comp/fnv
    var hash: UInt32 = 0x811C_9DC5
    for scalar in scalars[...head] {
      for byte in UTF8.encode(scalar)! { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
    }
    return .number(Int(hash & UInt32(count - 1)))
  }

  /// The number of the first scalars that are too few for a bucket.
  package var headCount: Int { SharedPrefix.bucketCount(of: scalars).map { $0 - 1 } ?? count }

  /// Returns the number of the first scalars that decide in which bucket a text is; nil when these are too few.
  static func bucketCount(of scalars: some Collection<Unicode.Scalar>) -> Int? {
    var (bytes, count) = (0, 0)
    for scalar in scalars {
      bytes += UTF8.width(scalar)
      count += 1
      if bytes >= SharedFormat.bucketBytes { return count }
    }
    return nil
  }
}

/// A part of the pages that is read and replaced as a whole.
public enum SharedBucket: Hashable, Sendable {
  /// The pages of the shortest prefixes.
  case head
  /// One of the others, from 0.
  case number(Int)

  /// All of them: the numbered ones in their order, and the head at last.
  public static func all(_ count: Int) -> [SharedBucket] { (0..<count).map { .number($0) } + [.head] }

  /// The name under which it is stored: letters and digits.
  public var name: String {
    switch self {
    case .head: "head"
    case .number(let number): String(number, radix: 16)
    }
  }
}

/// The name of a page.
public struct PageName: Sendable {
  /// What of the words under a prefix a page has.
  public enum Kind: String, Sendable {
    /// The best ones.
    case best = "I"
    /// All.
    case whole = "L"
    /// The best of those in which a later word begins so.
    case wordStart = "H"
    /// The best of those whose words begin with these letters.
    case initials = "A"
    /// The descriptions of words that fold to this text.
    case descriptions = "D"
  }

  /// What the page has.
  public let kind: Kind
  /// What its words begin with, or are found by.
  public let prefix: SharedPrefix
  /// The name as it is stored.
  public let text: String

  /// Returns the bucket in which a page is looked for, by its name as it is stored.
  static func bucket(of name: [UInt8], _ bucketCount: Int) -> SharedBucket {
    SharedPrefix(folded: name.dropFirst()).bucket(of: bucketCount)
  }

  /// Creates a name.
  public init(_ kind: Kind, _ prefix: SharedPrefix) {
    (self.kind, self.prefix) = (kind, prefix)
    text = kind.rawValue + prefix.text
  }
}
