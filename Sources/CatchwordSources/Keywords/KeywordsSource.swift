package import CatchwordCompletion
import CatchwordRPC
package import CatchwordSettings
import CatchwordText
import Synchronization

/// Offers the keywords of the document's language, so that an empty file has something; behind the words that are there.
package actor KeywordsSource: CompletionSource {
  /// The properties of this source for the engine.
  package nonisolated let descriptor = SourceDescriptor(name: "keywords", priority: -1)

  private nonisolated let current: Mutex<SourceState>

  /// Creates the source.
  package init(_ settings: KeywordsSettings = KeywordsSettings()) {
    current = Mutex(SourceState(isEmpty: !settings.isEnabled))
  }

  /// Applies settings.
  package nonisolated func apply(_ settings: KeywordsSettings) {
    current.withLock { $0.isEmpty = !settings.isEnabled }
  }

  /// Empty when it is off.
  package nonisolated var state: SourceState { current.withLock { $0 } }

  /// True where a word has been begun that is no member of something, in a language that has keywords.
  package nonisolated func mayAnswer(_ query: CompletionQuery) -> Bool {
    !query.typed.isEmpty && Keywords.areKnown(of: query.document.languageID) && query.characterBeforeWord != "."
  }

  /// Returns the keywords of the language that begin as typed: what is only like one is more likely to become a name.
  package func completions(for query: CompletionQuery) -> SourceAnswer {
    let typed = query.typed.lowercased()
    let found = Keywords.of(query.document.languageID).filter { $0.lowercased().hasPrefix(typed) }
    // SQL has no case, and is written in either.
    let isSmall = Keywords.isWithoutCase(query.document.languageID) && query.typed.contains(where: \.isLowercase)
    return SourceAnswer(found.map { Candidate(isSmall ? $0.lowercased() : $0, kind: .keyword) })
  }
}

/// The settings of the keywords source.
package struct KeywordsSettings: Equatable, Sendable {
  /// False to offer no keywords.
  package var isEnabled = true

  /// Creates the default settings.
  package init() {}
}

extension KeywordsSettings: SettingsGroup {
  package static let key = "keywords"
  package static let summary = "The source \"keywords\": those of the document's language."
  package static let fields: [SettingField<KeywordsSettings>] = [
    .flag("enabled", \.isEnabled, inProject: .only(false), "Offer the keywords of languages.")
  ]
}
