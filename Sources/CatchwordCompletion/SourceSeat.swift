/// A source's place in the engine, with what is known of its ways.
struct SourceSeat: Sendable {
  let source: any CompletionSource
  let descriptor: SourceDescriptor
  var costs = LookupCosts()
  /// Lookups that have reached the source and not come back, cancelled ones included.
  var outstanding = 0
  /// True when it is asked no more; its lookups come to their end all the same.
  var isRetired = false

  init(_ source: any CompletionSource) {
    self.source = source
    descriptor = source.descriptor
  }

  /// True when the source is to be asked, as far as the user's rules go.
  func isAsked(_ query: CompletionQuery, _ rules: LanguageRules) -> Bool {
    let isChosen = (rules.sources?.contains(descriptor.name) ?? true) && rules.allows(query, from: descriptor)
    guard !isRetired, descriptor.isAlwaysAsked || isChosen else { return false }
    return !source.isEmpty && descriptor.applies(to: query) && source.mayAnswer(query)
  }
}
