import CatchwordLearning
import CatchwordRPC
import CatchwordSources

/// `catchword forget`: forgets what was learned from accepted words, or from a folder.
enum Forget {
  /// Forgets what was learned from a folder.
  static func run(folder: String) -> Int32 {
    guard let cacheFolder = UserConfiguration().cacheFolder else {
      Printer.complain("nothing is kept anywhere: there is no HOME. Set it.")
      return 66
    }
    guard let folder = Index.absolute(folder) else { return 66 }
    let count = FolderLearner.forget(folder, cacheFolder: cacheFolder)
    Printer.print(
      count == 0
        ? "nothing is kept of \(folder)\n"
        : "forgotten: what was learned from \(folder). A server that runs has it until it ends, and a folder that is open, or "
          + "in \"prediction\": {\"folders\"}, is learned from again.\n")
    return 0
  }

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
