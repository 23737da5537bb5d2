import CatchwordCompletion
import CatchwordMatching

/// A search for the symbols that a context asks for, on immutable tables, off the source's actor.
struct SymbolSearch: Sendable {
  let context: SymbolContext
  /// The tables in order of precedence.
  let tables: [SymbolTables]
  let limit: Int
  let writesEntities: Bool

  /// The minimum number of names to search for, however few symbols are shown, as some symbols have several names.
  private static let leastLimit = 300
  /// The minimum length of a pattern for scattered matches; with fewer letters they are accidental.
  private static let leastScatteredLength = 4

  /// Runs the search.
  ///
  /// - Throws: `CancellationError`.
  @concurrent
  func run() async throws -> SourceAnswer {
    let pattern = Pattern(context.name)
    var symbols = FoundSymbols(exactName: context.name)
    var isCut = false
    for table in tables {
      let (found, hasMore) = try table[context.kind].search(
        pattern, least: leastKind(pattern), limit: max(2 * limit, SymbolSearch.leastLimit))
      for symbol in found where !context.isClosed || symbol.name == context.name { symbols.append(symbol) }
      isCut = isCut || hasMore
    }
    if !symbols.hasExact, let text = tables.lazy.compactMap({ $0.composed(context.name, context.kind) }).first {
      symbols.append(
        SymbolIndex.Found(name: context.name, text: text, weight: SymbolEntry.Weight.known, description: nil))
      isCut = true
    }
    let chosen = symbols.sorted()
    // A symbol is shown under the name that fits the typed text; the next letter may select another of its names.
    return SourceAnswer(chosen.map(candidate), isIncomplete: isCut || symbols.hasAliases)
  }

  /// True when the name was typed in full, and not as the beginning of another name.
  private func isExact(_ found: SymbolIndex.Found) -> Bool {
    found.name == context.name && (context.isClosed || found.weight > SymbolEntry.Weight.code)
  }

  private func leastKind(_ pattern: Pattern) -> MatchKind {
    if context.wantsBeginnings || context.isClosed { return .prefix }
    return pattern.length < SymbolSearch.leastScatteredLength ? .wordPrefix : .typo
  }

  private func candidate(_ found: SymbolIndex.Found) -> Candidate {
    let written = spelled(found.name)
    let isWritten = context.kind == .entities && (writesEntities || EntityNames.mustBeWritten(found.text))
    let shown = SymbolText.shown(found.text)
    var candidate = Candidate(
      isWritten ? written : found.text, kind: kind(of: found.text),
      detail: SymbolText.description(found.text, name: found.description),
      // A name that was typed in full ranks before longer ones, however common they are.
      signals: CandidateSignals(frequency: isExact(found) ? 1 : 0.8 * Double(found.weight) / 255))
    candidate.label = shown.map { "\(written) \($0)" } ?? written
    candidate.filter = written
    candidate.start = context.start
    return candidate
  }

  /// Returns the name with its leader and its closing mark.
  private func spelled(_ name: String) -> String {
    switch context.kind {
    case .latex, .digraphs: "\(context.leader)\(name)"
    case .emoji: ":\(name):"
    case .entities: "&\(name);"
    }
  }

  private func kind(of text: String) -> CandidateKind {
    guard context.kind != .emoji, let scalar = text.unicodeScalars.first else { return .text }
    switch scalar.properties.generalCategory {
    case .mathSymbol: return .operator
    case .nonspacingMark, .enclosingMark, .spacingMark, .format, .spaceSeparator: return .text
    default: return .constant
    }
  }
}

/// Symbols, each under the best of its names, in the order in which they were found.
private struct FoundSymbols {
  let exactName: String
  private var list: [SymbolIndex.Found] = []
  private var places: [String: Int] = [:]
  private var names: Set<String> = []
  /// True when a symbol was found under several names.
  private(set) var hasAliases = false

  init(exactName: String) { self.exactName = exactName }

  mutating func append(_ symbol: SymbolIndex.Found) {
    // When two tables know a name, the first one counts.
    guard names.insert(symbol.name).inserted else { return }
    guard let place = places[symbol.text] else {
      places[symbol.text] = list.count
      list.append(symbol)
      return
    }
    hasAliases = true
    if symbol.name == exactName { list[place] = symbol }
  }

  /// True when a symbol has exactly the name that was typed.
  var hasExact: Bool { names.contains(exactName) }

  /// Returns the symbols, the one with the exact name first.
  func sorted() -> [SymbolIndex.Found] {
    guard let place = list.firstIndex(where: { $0.name == exactName }), place > 0 else { return list }
    return [list[place]] + list[..<place] + list[(place + 1)...]
  }
}
