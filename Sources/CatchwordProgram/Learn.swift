import CatchwordCompletion
import CatchwordLearning
import CatchwordServer
import CatchwordSettings
import CatchwordSources

/// `catchword learn`: learns from folders now, so that the first key in a new project has what others taught.
enum Learn {
  /// - Parameter folders: The folders; those of the user's settings when empty.
  /// - Returns: The exit code: 0, 66 when a folder cannot be read, 74 when what is learned cannot be written, 75 when
  ///   another process is learning from a folder, 78 when there is nothing to learn from.
  static func run(_ folders: [String]) -> Int32 {
    let user = UserConfiguration()
    let configuration = Serve.configuration(user)
    guard let cacheFolder = user.cacheFolder else {
      Printer.complain("what is learned can be kept nowhere: there is no HOME. Set it.")
      return 66
    }
    let settings = configuration.effectiveSettings([user.layer])
    let named = PredictionSettings(settings).folders
    let all = folders.isEmpty ? named : folders
    if all.isEmpty {
      Printer.complain(
        "there is no folder to learn from: name one, or set \"prediction\": {\"folders\": [\"~/src\"]} in \(user.path)."
      )
      return 78
    }
    let filter: WordFilter
    do throws(LearningError) {
      filter = try user.sharedFilter(settings)
    } catch {
      Printer.complain("\(error) It says which words are banned, so nothing is learned.")
      return 66
    }
    var code: Int32 = 0
    for folder in all {
      guard let folder = Index.absolute(folder) else {
        code = 66
        continue
      }
      var bar = ProgressBar(title: folder)
      do throws(FolderLearner.Failure) {
        let summary = try FolderLearner.learn(
          folder, settings: settings, cacheFolder: cacheFolder, home: user.home,
          filter: filter
        ) { bar.show(done: $0.filesDone, of: $0.filesKnown, bytes: $0.bytes) }
        bar.end()
        Printer.print(
          "\(summary.root): \(summary.tokens) tokens of \(summary.files) files in \(summary.byteCount / 1024) KiB"
            + (summary.isCut ? ", and more that was left out: see \"maximumFarTokens\"" : "") + "\n")
        if !named.contains(where: { Index.absolute($0) == folder }) {
          Printer.print(
            "  It counts where it is open. To have it count everywhere, add it to \"prediction\": {\"folders\"} in \(user.path).\n"
          )
        }
      } catch {
        bar.end()
        Printer.complain("\(error)")
        code =
          switch error {
          case .unreadable: 66
          case .notKept: 74
          case .busy: 75
          case .off: 78
          }
      }
    }
    return code
  }
}
