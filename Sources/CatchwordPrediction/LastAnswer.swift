import Synchronization

/// The answer to the question that was asked last: while a word is typed, many are the same at each key.
final class LastAnswer<Question: Equatable & Sendable, Answer: Sendable>: Sendable {
  private let last = Mutex<(question: Question, answer: Answer)?>(nil)

  /// Returns the answer to a question; it is found when it is not known, and not kept when `find` returns nil.
  func answer(to question: Question, _ find: () -> Answer?) -> Answer? {
    if let last = last.withLock(\.self), last.question == question { return last.answer }
    guard let found = find() else { return nil }
    last.withLock { $0 = (question, found) }
    return found
  }
}
