/// The words whose weights have changed since they were published.
package struct WordChanges {
  /// A word, with its weights; nil where it is not among the words.
  package struct Change: Sendable {
    /// The word.
    package let text: String
    /// The weight that is published.
    package let old: UInt8?
    /// The weight now.
    package let new: UInt8?

    /// Creates a change; the weights are different.
    package init(_ text: String, from old: UInt8?, to new: UInt8?) {
      (self.text, self.old, self.new) = (text, old, new)
    }

    var oldWord: SharedWord? { old.map { SharedWord(text, weight: $0) } }
    var newWord: SharedWord? { new.map { SharedWord(text, weight: $0) } }
  }

  /// The changes, one for a word at most.
  package let all: [Change]
  /// Returns all words, as they are now, that are at least so heavy and wanted.
  package let words: (_ atLeast: UInt8, _ isWanted: (SharedWord) -> Bool) -> [SharedWord]

  /// Creates changes.
  ///
  /// - Parameter words: Returns all words, as they are now, that are at least so heavy and wanted.
  package init(
    _ all: [Change], words: @escaping (_ atLeast: UInt8, _ isWanted: (SharedWord) -> Bool) -> [SharedWord]
  ) { (self.all, self.words) = (all, words) }

  /// Returns what the hash of the words, of `PageDigest`, is after the changes.
  package func source(after old: UInt64) -> UInt64 {
    all.reduce(old) { sum, change in
      sum &- (change.oldWord.map(PageDigest.hash) ?? 0) &+ (change.newWord.map(PageDigest.hash) ?? 0)
    }
  }
}
