/// When two requests are the same task.
public enum IdentityPolicy: String, CaseIterable, Sendable {
  /// A request is its document's version and position: any edit ends it. For clients that ask again after every key.
  case cursor
  /// A request is the word it completes: typing on in the same word keeps it. For clients that ask once per word and
  /// wait, or that promise to cancel what they no longer want.
  case anchor
}

/// What a word's lookups and answers belong to: where the word begins, in which text, and how completion was begun.
struct CompletionAnchor: Hashable, Sendable {
  /// The byte offset of the word's first character.
  let offset: Int
  /// Counts the edits that changed anything but the word.
  let revision: Int
  /// The trigger character, when there was one; typing and asking by hand are one class.
  let triggerCharacter: String?
}

/// What makes two requests one task.
enum CompletionIdentity: Hashable, Sendable {
  case cursor(version: Int, offset: Int, trigger: CompletionTrigger)
  case anchor(CompletionAnchor)
}
