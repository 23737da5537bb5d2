import CatchwordLearning
import CatchwordRPC
import CatchwordSources

/// `catchword ban`, `unban` and `bans`: the words that are never offered; running servers see changes within seconds.
enum Bans {
  /// Bans a word, or allows it again.
  ///
  /// - Parameter languageID: The language in which the ban applies; nil for all languages.
  static func set(_ isBanned: Bool, _ word: String, languageID: String?) async -> Int32 {
    await withMemory { memory throws in
      if !isBanned, !(try await isKnown(word, languageID, memory)) {
        Printer.complain("\"\(word)\" is not banned\(place(languageID)); see catchword bans.")
        return 1
      }
      try await memory.setBanned(isBanned, word, languageID: languageID)
      Printer.print("\(isBanned ? "never offered again" : "offered again")\(place(languageID)): \(word)\n")
      return 0
    }
  }

  /// Prints the banned words, each with its language if the ban is limited to one.
  static func list(asJSON isJSON: Bool) async -> Int32 {
    await withMemory { memory throws in
      let words = try await memory.bannedWords()
      if isJSON {
        let values = words.map { word -> JSONValue in
          ["word": .string(word.word), "language": word.languageID.map { .string($0) } ?? .null]
        }
        Printer.print(JSONValue.array(values).json + "\n")
      } else if words.isEmpty {
        Printer.print("No words are banned.\n")
      } else {
        Printer.print(words.map { "\($0.word)\($0.languageID.map { "  in \($0)" } ?? "")\n" }.joined())
      }
      return 0
    }
  }

  private static func place(_ languageID: String?) -> String { languageID.map { " in \($0)" } ?? "" }

  private static func isKnown(_ word: String, _ languageID: String?, _ memory: AcceptanceStore) async throws -> Bool {
    try await memory.bannedWords().contains {
      $0.word == word.lowercased() && (languageID == nil || $0.languageID == languageID)
    }
  }

  /// Calls `body` with the memory of accepted words, and prints its errors.
  private static func withMemory(_ body: (AcceptanceStore) async throws -> Int32) async -> Int32 {
    let user = UserConfiguration()
    guard let memory = Serve.parts(user).program.memory else {
      Printer.complain(user.folderProblem ?? "nothing is remembered anywhere: there is no HOME. Set it.")
      return 66
    }
    do {
      return try await body(memory)
    } catch LearningError.noWord, LearningError.noLanguage, LearningError.secret {
      Printer.complain(
        "this is no word that can be banned: it must have 1 to 256 bytes, be more than spaces, have no control characters, and be no secret."
      )
      return 64
    } catch {
      Printer.complain("\(error)")
      return 74
    }
  }
}
