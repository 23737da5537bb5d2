import CatchwordCompletion
import CatchwordMatching

/// The names of one kind, indexed for searching.
struct SymbolIndex: Sendable {
  /// A name that was found, with its symbol.
  struct Found: Equatable {
    let name: String
    let text: String
    let weight: UInt8
    let description: String?
  }

  private let index: CandidateIndex

  /// - Complexity: O(*n*).
  init(_ entries: [SymbolEntry]) {
    var builder = SegmentBuilder()
    // A row's detail is the symbol and, after a tab, its description.
    for entry in entries.prefix(SymbolIndex.maximumCount) {
      builder.append(
        entry.name, weight: entry.weight, detail: entry.text + (entry.description.map { "\t\($0)" } ?? ""))
    }
    index = CandidateIndex(segments: builder.count > 0 ? [builder.build()] : [])
  }

  /// The maximum number of names that are kept.
  static let maximumCount = 1 << 19

  /// The number of names.
  var count: Int { index.count }

  /// Finds the best names.
  ///
  /// - Parameters:
  ///   - least: The worst kind of match that counts.
  ///   - limit: The maximum number of names to find.
  /// - Returns: The names, best first, and whether there may be more.
  /// - Throws: `CancellationError`.
  func search(_ pattern: Pattern, least: MatchKind, limit: Int) throws -> (found: [Found], isCut: Bool) {
    guard count > 0 else { return ([], false) }
    let answer = try index.search(pattern, limit: limit, allowsTypos: least == .typo) {
      try Task.checkCancellation()
      return true
    }
    let found = answer.matches.lazy.filter { $0.kind >= least }.compactMap { self.found(at: $0.row) }
    return (Array(found), answer.isCut)
  }

  private func found(at row: CandidateIndex.Row) -> Found? {
    guard let detail = index.detail(of: row) else { return nil }
    let parts = detail.split(separator: "\t", maxSplits: 1).map(String.init)
    guard let text = parts.first else { return nil }
    return Found(
      name: index[row], text: text, weight: index.weight(of: row), description: parts.count > 1 ? parts[1] : nil)
  }
}

/// The indexes of all names, one for each kind.
struct SymbolTables: Sendable {
  private let kinds: [SymbolIndex]
  private let raised: RaisedText

  /// - Parameter entries: A function that returns the names of a kind.
  init(_ entries: (SymbolKind) -> SymbolEntries) {
    let lists = SymbolKind.allCases.map { entries($0).list }
    kinds = lists.map(SymbolIndex.init)
    raised = RaisedText(lists[SymbolKind.latex.rawValue])
  }

  /// Returns the tables of the names that are built into Catchword.
  ///
  /// - Complexity: O(the characters of some blocks of Unicode): tens of milliseconds.
  static func builtIn() -> SymbolTables {
    SymbolTables { kind in
      switch kind {
      case .latex: LatexNames.entries()
      case .emoji: EmojiNames.entries()
      case .entities: EntityNames.entries()
      case .digraphs: DigraphNames.entries()
      }
    }
  }

  /// The number of names.
  var count: Int { kinds.reduce(0) { $0 + $1.count } }

  subscript(kind: SymbolKind) -> SymbolIndex { kinds[kind.rawValue] }

  /// Returns the symbol for a name that is composed while it is typed, such as `^10`; nil when there is none.
  func composed(_ name: String, _ kind: SymbolKind) -> String? { kind == .latex ? raised.text(of: name) : nil }
}
