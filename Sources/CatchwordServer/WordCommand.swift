import CatchwordRPC

/// What a client can have done with a word.
struct WordCommand: Sendable {
  enum Name: String, CaseIterable, Sendable {
    /// An item of a list was accepted: `catchword.accept`, with the item as it came.
    case accept = "catchword.accept"
    /// Tell what is banned: `catchword.bans`.
    case bans = "catchword.bans"
    /// Never offer a word again.
    case ban = "catchword.ban"
    /// Offer a word that was banned.
    case unban = "catchword.unban"
    /// Forget that a word was ever accepted; without a word, forget all.
    case forget = "catchword.forget"
  }

  /// Why nothing can be done, in a sentence.
  struct Mistake: Error {
    let message: String
  }

  /// Nobody is asked about longer words, in bytes; memories would refuse them.
  static let maximumLength = 256

  let name: Name
  /// nil for all words, or where the command is about none.
  let word: String?
  /// The item that was accepted.
  let item: JSONValue?
  /// nil for all languages.
  var languageID: String?

  /// Reads a command.
  ///
  /// - Parameter arguments: The word, or an object with it and perhaps a language.
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

  /// The command as a client is to send it.
  static func arguments(_ word: String) -> [JSONValue] { [["word": .string(word)]] }
}
