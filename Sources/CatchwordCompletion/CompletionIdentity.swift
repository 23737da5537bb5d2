/// The rule by which two requests are the same task.
public enum IdentityPolicy: String, CaseIterable, Sendable {
  /// By the document's version and the position: any edit ends the task. For clients that ask again after every key.
  case cursor
  /// By the word that is completed: typing on in the same word keeps the task. For clients that ask once per word and
  /// wait, or that promise to cancel what they no longer want.
  case anchor
}

/// The key of a word's lookups and answers: the start of the word, the text around it, and the trigger character.
struct CompletionAnchor: Hashable, Sendable {
  /// The byte offset of the word's first character.
  let offset: Int
  /// The number of edits so far that changed anything but the word.
  let revision: Int
  /// The trigger character, if there was one; typing and asking by hand are one class.
  let triggerCharacter: String?
  /// The sources that the request is limited to; nil for all.
  let sources: Set<String>?
}

/// The key of a task: requests with equal identities share one.
enum CompletionIdentity: Hashable, Sendable {
  case cursor(version: Int, offset: Int, trigger: CompletionTrigger, sources: Set<String>?)
  case anchor(CompletionAnchor)
}
