import CatchwordFiles
import CatchwordPrediction
import CatchwordSettings

/// The folder where the far texts of roots are kept, which all servers map.
struct FarCache: Sendable {
  let files: IndexFolder

  init(folder: String) { files = IndexFolder(folder, ending: ".far") }

  /// Returns the text of a root; nil when there is none that can be used.
  func load(_ root: String, _ scope: CorpusScope) -> FarText? {
    let (path, identity) = (file(for: root, scope), FarCache.identity(of: root, scope))
    guard let file = FileSystem.map(path), let text = FarText(file, identity: identity) else { return nil }
    CacheFile.touch(path)
    return text
  }

  /// Returns the path of the text of a root. Servers with other settings have another one.
  func file(for root: String, _ scope: CorpusScope) -> String {
    files.file(for: root, variant: FarCache.identity(of: root, scope))
  }

  /// Returns a hash that identifies a root and the settings by which it is read.
  static func identity(of root: String, _ scope: CorpusScope) -> UInt64 {
    IndexFolder.identity(
      root: root, settings: "\(scope.workspace.identity)\n\(scope.prediction.inRange.maximumFarTokens)")
  }
}
