import CatchwordRPC
import CatchwordSettings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Questions about files that the subcommands ask.
enum Files {
  /// True when there is something under a path.
  static func exist(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  /// A sentence about each file that settings name and that is not there.
  static func missing(in settings: EffectiveSettings) -> [String] {
    let lists = (settings["lists"]?.arrayValue ?? []).compactMap { $0.stringValue ?? $0["path"]?.stringValue }
    return lists.filter { !exist($0) }.map { "\"lists\" names \($0), which is not there; correct the path." }
  }
}
