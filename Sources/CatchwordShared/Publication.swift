import CatchwordFiles
import CatchwordMatching

/// What is known of the words that are published under a namespace.
public struct Publication: Equatable, Sendable {
  /// The name of this state of the words; each has another.
  public var id: String
  /// The number of buckets.
  public var bucketCount: Int
  /// The number of words.
  public var wordCount: Int
  /// The weight of the heaviest word.
  public var heaviest: UInt8
  /// A hash of all pages, which tells whether anything has changed.
  public var digest: UInt64
  /// The hash of the words of which they were made; nil where that is not known.
  public var source: UInt64?
  /// The numbers of words by their weights; nil where these are not known.
  package var weights: WeightCounts?
  /// The time of publication, in seconds since 1970.
  public var time: Int

  /// The reason for which a publication cannot be used.
  public enum Refusal: Error, Equatable, CustomStringConvertible {
    /// It is of another format.
    case format(String)
    /// Its words are compared by other rules.
    case folding(String)
    /// What describes it cannot be read.
    case damaged

    /// What is wrong, and the remedy.
    public var description: String {
      switch self {
      case .format(let version):
        "they are of format \(version), and this program knows \(SharedFormat.version): the older one must be updated"
      case .folding(let version):
        "they are sorted by rules of version \(version), and this program knows \(FoldedText.version): the older one must be updated"
      case .damaged: "what describes them is damaged: publish them again"
      }
    }
  }

  /// Creates a description.
  public init(
    id: String, bucketCount: Int, wordCount: Int, heaviest: UInt8, digest: UInt64, source: UInt64? = nil, time: Int
  ) {
    (self.id, self.bucketCount, self.wordCount) = (id, bucketCount, wordCount)
    (self.heaviest, self.digest, self.source, self.time) = (heaviest, digest, source, time)
  }

  /// Describes a new state of the words.
  ///
  /// - Parameters:
  ///   - digest: The sum of the hashes of all pages.
  ///   - time: The time, in seconds since 1970.
  public init(_ tree: PageTree, digest: UInt64, time: Int) {
    self.init(
      id: Publication.newID, bucketCount: tree.bucketCount, wordCount: tree.count,
      heaviest: tree.weights.heaviest, digest: digest, source: tree.source, time: time)
    weights = tree.weights
  }

  /// A name that no other state of words has.
  static var newID: String { String(UInt64.random(in: .min ... .max), radix: 16) }

  /// True when another one has the same pages, and is of the same words.
  func hasSamePages(as other: Publication) -> Bool {
    digest == other.digest && bucketCount == other.bucketCount && wordCount == other.wordCount
      && source == other.source && weights == other.weights
  }

  /// The description as it is stored: a line for each property, its name and its value, and at last a hash of these.
  public var text: String {
    let lines = lines
    return "\(lines)check \(Publication.check(lines))\n"
  }

  private static func check(_ lines: some StringProtocol) -> String { String(StableHash.of(lines.utf8), radix: 16) }

  private var lines: String {
    """
    format \(SharedFormat.version)
    folding \(FoldedText.version)
    id \(id)
    buckets \(bucketCount)
    words \(wordCount)
    heaviest \(heaviest)
    digest \(String(digest, radix: 16))\(source.map { "\nsource \(String($0, radix: 16))" } ?? "")\
    \(weights.map { "\nweights \($0.text)" } ?? "")
    time \(time)

    """
  }

  /// Reads a description.
  ///
  /// - Throws: `Refusal`.
  public init(_ text: String) throws(Refusal) {
    let lines = text.split(separator: "\n").prefix(100)
    func value(_ name: String) -> Substring? {
      lines.first { $0.hasPrefix("\(name) ") }?.dropFirst(name.count + 1)
    }
    guard let format = value("format"), let folding = value("folding") else { throw .damaged }
    guard format == "\(SharedFormat.version)" else { throw .format(Publication.shown(format)) }
    guard folding == "\(FoldedText.version)" else { throw .folding(Publication.shown(folding)) }
    let end = text.firstRange(of: "\ncheck ").map { text.index(after: $0.lowerBound) } ?? text.endIndex
    guard value("check").map(String.init) == Publication.check(text[..<end]) else { throw .damaged }
    guard let id = value("id").map(String.init), SharedNamespace(id) != nil, !id.contains("/"),
      let buckets = value("buckets").flatMap({ Int($0) }), SharedFormat.bucketCounts.contains(buckets),
      buckets & (buckets - 1) == 0, let words = value("words").flatMap({ Int($0) }), words >= 0,
      let heaviest = value("heaviest").flatMap({ UInt8($0) }),
      let digest = value("digest").flatMap({ UInt64($0, radix: 16) }), let time = value("time").flatMap({ Int($0) })
    else { throw .damaged }
    self.init(
      id: id, bucketCount: buckets, wordCount: words, heaviest: heaviest, digest: digest,
      source: value("source").flatMap { UInt64($0, radix: 16) }, time: time)
    weights = value("weights").flatMap(WeightCounts.init)
  }

  /// A version as it can be shown: what is stored may be anything.
  private static func shown(_ version: Substring) -> String {
    Int(version).map(String.init) ?? "another kind"
  }
}
