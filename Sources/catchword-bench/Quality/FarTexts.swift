import CatchwordCompletion
import CatchwordFiles
import CatchwordPrediction
import Foundation

/// Far texts of the folders that a replay knows.
enum FarTexts {
  /// Makes the far text of some files.
  ///
  /// - Throws: When its file cannot be written.
  static func make(of files: some Sequence<ReplayFolder.File>) throws -> FarText {
    try OwnFolder.with { folder in
      let path = folder.appendingPathComponent("far").path
      try FileSystem.create(path) { descriptor in
        let secrets = WordFilter()
        var builder = FarTextBuilder(
          output: IndexOutput(descriptor: descriptor), identity: 0, maximumTokens: .max, seed: 1,
          isLearned: { secrets.allows($0) })
        for file in files {
          _ = try builder.add(file.bytes, path: file.path, stamp: FileAccess.Stamp(modified: 0, size: 0))
        }
        try builder.finish(isCut: false)
      }
      guard let text = FileSystem.map(path).flatMap({ FarText($0, identity: 0) }) else {
        throw QualityEngine.Failure(description: "a far text cannot be read")
      }
      return text
    }
  }
}
