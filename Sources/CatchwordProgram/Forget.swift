import CatchwordLearning
import CatchwordRPC

/// `catchword forget`: forgets what was learned from accepted words.
enum Forget {
  /// - Parameter word: The word to forget; nil for all words.
  static func run(_ word: String?) async -> Int32 {
    let user = UserConfiguration()
    guard let memory = Serve.parts(user).program.memory else {
      Printer.complain(user.folderProblem ?? "nothing is remembered anywhere: there is no HOME. Set it.")
      return 66
    }
    do {
      let count = try await memory.forget(word)
      let what = count == 1 ? "1 word" : "\(count) words"
      Printer.print("forgotten: \(what)\n")
      return 0
    } catch {
      Printer.complain("\(error)")
      return 74
    }
  }
}
