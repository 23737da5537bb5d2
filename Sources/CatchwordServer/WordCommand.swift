import CatchwordRPC

/// A command of the client about a word.
struct WordCommand: Sendable {
  enum Name: String, CaseIterable, Sendable {
    /// Report an accepted item of a list: `catchword.accept`, with the item as it came.
    case accept = "catchword.accept"
    /// List the banned words: `catchword.bans`.
    case bans = "catchword.bans"
    /// Never offer a word again.
    case ban = "catchword.ban"
    /// Offer a word that was banned.
    case unban = "catchword.unban"
    /// Forget that a word was ever accepted; without a word, forget all.
    case forget = "catchword.forget"
  }

  /// An error in a command, in a sentence.
  struct Mistake: Error {
    let message: String
  }

  /// The maximum length of a word that is offered to be banned, in bytes; memories would refuse longer ones.
  static let maximumLength = 256

  let name: Name
  /// The word; nil for all words, or where the command has none.
  let word: String?
  /// The item that was accepted.
  let item: JSONValue?
  /// The language; nil for all languages.
  var languageID: String?

  /// Reads a command.
  ///
  /// - Parameter arguments: The word, or an object with the word and an optional language.
  init(_ name: String, _ arguments: [JSONValue]) throws(Mistake) {
    guard let known = Name(rawValue: name) else {
      let names = Name.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
      throw Mistake(message: "There is no command \"\(name)\" here; there are \(names).")
    }
    self.name = known
    let argument = arguments.first
    word = argument?.stringValue ?? argument?["word"]?.stringValue
    languageID = argument?["language"]?.stringValue
    item = known == .accept ? argument : nil
    if known == .bans { return }
    if known == .accept {
      if argument?["label"]?.stringValue != nil { return }
      throw Mistake(message: "\"\(name)\" wants a completion item as it came: [{\"label\": …, \"data\": …}].")
    }
    if word == nil, argument != nil || known != .forget {
      throw Mistake(
        message: "\"\(name)\" wants a word: [\"word\"] or [{\"word\": \"word\", \"language\": \"language id\"}].")
    }
  }

  /// Returns the arguments with which a client sends a command about a word.
  static func arguments(_ word: String) -> [JSONValue] { [["word": .string(word)]] }
}
