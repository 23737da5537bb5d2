package import CatchwordCompletion
import CatchwordFiles
import CatchwordPrediction
package import CatchwordSettings

/// Reads a folder at once, for its words and for the model, so that no editor need wait for it.
package enum FolderLearner {
  /// What was learned from a folder.
  package struct Summary: Equatable, Sendable {
    /// The folder, without links in its path.
    package var root: String
    package var files: Int
    package var tokens: Int
    /// The size of the file that keeps it, in bytes.
    package var byteCount: Int
    /// True when files were left out because of a limit.
    package var isCut: Bool
  }

  /// A reason why nothing was learned.
  package enum Failure: Error, Equatable, CustomStringConvertible {
    /// The words of the folder cannot be read, for the given reason.
    case unreadable(String)
    /// The file, and why it cannot be kept there.
    case notKept(String)
    /// Another process is learning from the folder.
    case busy(String)
    /// The setting `maximumFarTokens` is 0.
    case off

    package var description: String {
      switch self {
      case .unreadable(let reason): reason
      case .notKept(let reason): "what is learned could not be kept in \(reason)"
      case .busy(let folder): "another catchword is learning from \(folder) at this moment; wait for it"
      case .off: "\"prediction\": {\"maximumFarTokens\"} is 0, so nothing is kept on disk; take that setting away"
      }
    }
  }

  /// Learns from a folder. Blocks until it is done.
  ///
  /// - Parameters:
  ///   - folder: The folder, as an absolute path.
  ///   - settings: All settings.
  ///   - cacheFolder: The folder of Catchword's indexes.
  ///   - home: The user's home folder, which is too large to be learned from.
  ///   - filter: The filter for words that are learned.
  ///   - progress: Called after each file.
  /// - Throws: `Failure`.
  package static func learn(
    _ folder: String, settings: EffectiveSettings, cacheFolder: String, home: String?,
    filter: WordFilter = WordFilter(),
    progress: (WorkspaceProgress) -> Void = { _ in }
  ) throws(Failure) -> Summary {
    let prediction = PredictionSettings(settings)
    guard prediction.inRange.maximumFarTokens > 0 else { throw .off }
    let root: String
    do throws(WorkspaceIndexer.Failure) {
      root = try WorkspaceIndexer.checkedRoot(folder, home: home)
    } catch {
      throw .unreadable("\(error)")
    }
    let cache = FarCache(folder: "\(cacheFolder)/prediction")
    let corpus = FarCorpus(root, WorkspaceSettings(outsideProjects: settings), prediction, filter)
    let name = cache.file(for: corpus)
    do {
      let files = try files(of: corpus, cacheFolder)
      guard var maker = try FarMaker(cache, corpus, files) else {
        throw Failure.busy(root)
      }
      while try maker.readNext() {
        var done = WorkspaceProgress()
        (done.filesDone, done.filesKnown, done.bytes) = (maker.filesDone, maker.fileCount, maker.byteCount)
        progress(done)
      }
      guard try maker.finish() else { throw Failure.busy(root) }
    } catch let failure as Failure {
      throw failure
    } catch let failure as IndexFolder.Failure {
      throw .notKept("\(name): \(failure.reason)")
    } catch {
      throw .notKept("\(name): \(error)")
    }
    guard let text = cache.load(corpus) else { throw .notKept("\(name): it cannot be read after it was written") }
    return Summary(
      root: root, files: text.fileCount, tokens: text.tokenCount, byteCount: text.byteCount, isCut: text.isCut)
  }

  /// Returns the files of a folder by its index, which is made anew.
  private static func files(
    of corpus: FarCorpus, _ cacheFolder: String
  ) throws -> [(path: String, stamp: FileAccess.Stamp)] {
    let cache = WorkspaceCache(folder: "\(cacheFolder)/workspace")
    let index = try WorkspaceIndexer.make(
      root: corpus.root, settings: corpus.workspace, cache: cache, onProgress: { _ in }, onSegments: nil)
    return index.map { WorkspaceWords($0).files } ?? []
  }

  /// Forgets what was learned from a folder, and its words.
  ///
  /// - Parameters:
  ///   - folder: The folder, as an absolute path; it need not exist any more.
  ///   - cacheFolder: The folder of Catchword's indexes.
  /// - Returns: The number of files that were removed.
  package static func forget(_ folder: String, cacheFolder: String) -> Int {
    let root = FileSystem.resolved(folder)
    let folders = [
      FarCache(folder: "\(cacheFolder)/prediction").files, WorkspaceCache(folder: "\(cacheFolder)/workspace").files,
    ]
    return folders.count { $0.remove(root: root) }
  }
}
