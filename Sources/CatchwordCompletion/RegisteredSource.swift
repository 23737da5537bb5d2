/// A source's place in the engine, with what is known of its ways.
struct RegisteredSource: Sendable {
  /// Nil once it is retired and its last lookup has ended: then nobody here holds it any more.
  private(set) var source: (any CompletionSource)?
  let descriptor: SourceDescriptor
  var costs = LookupCosts()
  /// Lookups that have reached the source and not come back, cancelled ones included.
  var outstanding = 0 {
    didSet { releaseIfUnused() }
  }
  var line = LookupLine()
  /// True when it is asked no more; its lookups come to their end all the same.
  var isRetired = false {
    didSet { releaseIfUnused() }
  }

  init(_ source: any CompletionSource) {
    self.source = source
    descriptor = source.descriptor
  }

  private mutating func releaseIfUnused() {
    if isRetired && outstanding == 0 { source = nil }
  }

  /// True when the source is to be asked, as far as the user's rules go.
  func isAsked(_ query: CompletionQuery, _ rules: LanguageRules) -> Bool {
    let isChosen = (rules.sources?.contains(descriptor.name) ?? true) && rules.allows(query, from: descriptor)
    guard !isRetired, let source, descriptor.isAlwaysAsked || isChosen else { return false }
    return !source.isEmpty && descriptor.applies(to: query) && source.mayAnswer(query)
  }
}
