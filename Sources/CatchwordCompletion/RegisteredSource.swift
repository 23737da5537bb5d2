/// A source that the engine asks, with its costs and its running lookups.
struct RegisteredSource: Sendable {
  /// The source; nil once it is retired and its last lookup has ended, so that nothing here holds it any longer.
  private(set) var source: (any CompletionSource)?
  let descriptor: SourceDescriptor
  var costs = LookupCosts()
  /// The number of lookups that have reached the source and not returned, cancelled ones included.
  var outstanding = 0 {
    didSet { releaseIfUnused() }
  }
  var line = LookupLine()
  /// True when it is no longer asked; its running lookups still come to their end.
  var isRetired = false {
    didSet { releaseIfUnused() }
  }

  init(_ source: any CompletionSource) {
    self.source = source
    descriptor = source.descriptor
  }

  /// True when its lookups take a moment, and block no thread.
  var isPrompt: Bool { descriptor.isAwaited && !costs.areLong }

  private mutating func releaseIfUnused() {
    if isRetired && outstanding == 0 { source = nil }
  }

  /// Returns the generation of the source's answers when it is to be asked, under the user's rules; else nil.
  func generationIfAsked(_ query: CompletionQuery, _ rules: LanguageRules) -> Int? {
    let isChosen = descriptor.isAmong(rules.sources) && rules.allows(query, from: descriptor)
    guard !isRetired, let source, descriptor.isAmong(query.sources), descriptor.isAlwaysAsked || isChosen else {
      return nil
    }
    let state = source.state
    return !state.isEmpty && descriptor.applies(to: query) && source.mayAnswer(query) ? state.generation : nil
  }
}
