import CatchwordRPC
import CatchwordServer
import CatchwordSettings
import CatchwordSources

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `catchword index`: indexes the words of folders now, so that an editor need not wait for it.
enum Index {
  /// - Returns: The exit code: 0, 66 when a folder cannot be read, 74 when an index cannot be written.
  static func run(_ folders: [String]) -> Int32 {
    let user = UserConfiguration()
    let configuration = Serve.configuration(user)
    var code: Int32 = 0
    for folder in folders {
      guard let folder = absolute(folder) else {
        code = 66
        continue
      }
      let settings = settings(of: folder, user, configuration)
      var bar = ProgressBar(title: folder)
      do {
        let summary = try WorkspaceIndexer.index(
          root: folder, settings: WorkspaceSettings(settings), cacheFolder: user.cacheFolder, home: user.home
        ) { progress in bar.show(done: progress.filesDone, of: progress.filesKnown, bytes: progress.bytes) }
        bar.end()
        let read = summary.files - summary.skippedFiles
        Printer.print(
          "\(summary.root): \(summary.words) words in \(read) of \(summary.files) files, "
            + "\(summary.bytes / 1_000_000) MB read; the index takes \(summary.indexBytes / 1024) KiB\n")
        if summary.isCut {
          Printer.complain(
            "\(summary.root) is larger than the limits of \"workspace\" allow, or deeper than "
              + "\(WorkspaceIndexer.maximumDepth) folders: a part is left out.")
        }
        if let failure = summary.cacheFailure {
          Printer.complain("the index of \(summary.root) could not be kept in \(failure)")
          code = 74
        }
      } catch {
        bar.end()
        Printer.complain("\(error)")
        code = 66
      }
    }
    return code
  }

  /// Returns the settings for a folder.
  static func settings(
    of folder: String, _ user: UserConfiguration, _ configuration: ServerConfiguration
  ) -> EffectiveSettings {
    configuration.effectiveSettings([user.layer] + ProjectFile.settings(in: [folder]).layers)
  }

  /// Returns an absolute path; complains of a relative path when there is no working folder.
  static func absolute(_ folder: String) -> String? {
    if folder.hasPrefix("/") || !FileManager.default.currentDirectoryPath.isEmpty { return Project.absolute(folder) }
    Printer.complain("the working folder is not there any more; name \(folder) by its whole path.")
    return nil
  }
}

/// A progress bar that is redrawn on one line of a terminal, and not shown elsewhere.
struct ProgressBar {
  private static let width = 30

  private let title: String
  private let isShown = System.isTerminal(2)
  private var drawn = -1

  init(title: String) { self.title = title }

  /// Shows how many files have been read.
  mutating func show(done: Int, of known: Int, bytes: Int) {
    show(done: done, of: known, "files, \(bytes / 1_000_000) MB")
  }

  /// Shows how many have been done of what is known so far.
  mutating func show(done: Int, of known: Int, _ what: String) {
    guard isShown else { return }
    // Drawn at most a hundred times if the total is known, and once per thousand files if not.
    let step = known > 0 ? done * 100 / known + done / 1000 * 101 : 0
    guard step != drawn else { return }
    drawn = step
    let filled = known > 0 ? min(ProgressBar.width, done * ProgressBar.width / known) : 0
    let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: ProgressBar.width - filled)
    StandardStream.error.write("\r[\(bar)] \(done)/\(known) \(what)  ")
  }

  /// Clears the line.
  mutating func end() {
    guard isShown, drawn >= 0 else { return }
    StandardStream.error.write("\r\u{1B}[K")
    drawn = -1
  }
}
