import CatchwordCompletion
import CatchwordText
import Foundation

/// A run that types texts letter by letter from their beginnings, and after each letter of a word records the menus:
/// those of Catchword, as it answers clients that say that somebody types, and those of a plain completion.
///
/// The other files of the text's folder are known, and the text typed so far; there is no text after the cursor.
struct TypingRun {
  /// The completions that are compared.
  enum Order: String, CaseIterable {
    case ours = "Catchword"
    /// Catchword as it answers the clients whose Enter takes the first item.
    case taking = "where Enter takes"
    case byHand = "by hand"
    case plain
  }

  private typealias Bytes = ContiguousArray<UInt8>.SubSequence

  let texts: [TypingText]
  private(set) var tallies: [TypingText.Kind: [Order: TypingTally]] = [:]
  private let options: TypingOptions

  /// - Throws: `ReplayFolder.Failure` when there is nothing to type.
  init(_ options: TypingOptions) throws {
    self.options = options
    texts = try options.paths.flatMap { try TypingText.texts(at: $0, options) }
  }

  /// The orders that are compared.
  var orders: [Order] { Order.allCases.filter { $0 != .byHand || options.asksByHand } }

  /// The kinds of text that were typed.
  var kinds: [TypingText.Kind] { TypingText.Kind.allCases.filter { tallies[$0] != nil } }

  /// Returns the tally for texts of a kind; nil for all.
  func tally(_ kind: TypingText.Kind?, _ order: Order) -> TypingTally {
    if let kind { return tallies[kind]?[order] ?? TypingTally() }
    var all = TypingTally()
    for kind in kinds { all.add(tally(kind, order)) }
    return all
  }

  /// Types the texts.
  ///
  /// - Parameters:
  ///   - folder: An empty folder, for workspaces.
  ///   - progress: Called with the number of texts that are done.
  mutating func run(in folder: URL, progress: (Int) -> Void) async throws {
    for (done, text) in texts.enumerated() {
      let own = folder.appendingPathComponent(String(done))
      try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: own) }
      for file in text.others { try file.write(to: own) }
      let engine = QualityEngine(folder: own.path, path: text.file.path, others: text.others)
      try await engine.waitForWords()
      for word in await type(text, engine) {
        for (order, word) in word { tallies[text.kind, default: [:]][order, default: TypingTally()].add(word) }
      }
      progress(done + 1)
    }
  }

  /// Types a text.
  ///
  /// - Returns: Its words, each by the order that is compared.
  private func type(_ text: TypingText, _ engine: QualityEngine) async -> [[Order: TypedWord]] {
    let bytes = text.file.bytes
    var plain = PlainMenu(text.neighbours)
    var typed: [[Order: TypedWord]] = []
    for word in text.words(first: options.words) {
      TypingRun.type(bytes[engine.snapshot.text.count..<word.lowerBound], engine)
      var menus: [Order: [TypingMenu?]] = [:]
      let whole = String(decoding: bytes[word], as: UTF8.self)
      for (count, letter) in whole.unicodeScalars.enumerated() {
        engine.type(String(letter))
        guard count + 1 >= TypingText.leastLength else { continue }
        let cursor = engine.snapshot.text.count
        for order in orders {
          let items = await items(order, engine, plain, typed: bytes[word.lowerBound..<cursor])
          menus[order, default: []].append(TypingMenu(items, for: word, cursor: cursor, in: bytes))
        }
      }
      plain.type(whole)
      let isAtLineEnd = word.upperBound == bytes.count || bytes[word.upperBound] == UInt8(ascii: "\n")
      typed.append(menus.mapValues { TypedWord(menus: $0, isAtLineEnd: isAtLineEnd) })
    }
    return typed
  }

  /// Types the text between words, one key at a time.
  private static func type(_ bytes: Bytes, _ engine: QualityEngine) {
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars { engine.type(String(scalar)) }
  }

  private func items(
    _ order: Order, _ engine: QualityEngine, _ plain: PlainMenu, typed: Bytes
  ) async -> [OfferedItem] {
    switch order {
    case .ours, .taking, .byHand:
      let result = await engine.list(isTyping: order != .byHand, takesFirst: order == .taking).result
      return result.items.map { OfferedItem($0.candidate, of: result.query) }
    case .plain:
      return plain.words(beginningWith: String(decoding: typed, as: UTF8.self))
        .map { OfferedItem(start: typed.startIndex, text: $0) }
    }
  }
}
