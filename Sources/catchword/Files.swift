#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Questions about files that the subcommands ask.
enum Files {
  /// True when there is something under a path.
  static func exist(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  /// A longer file is not read.
  private static let maximumBytes = 256 << 20

  /// Why a path does not lead to a regular file, in a sentence; nil when it does.
  static func refusal(of path: String) -> String? {
    guard exist(path) else { return "there is no such file." }
    let resolved = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    switch try? FileManager.default.attributesOfItem(atPath: resolved)[.type] as? FileAttributeType {
    case .typeRegular?:
      return System.size(of: resolved) ?? 0 <= maximumBytes
        ? nil : "this file is longer than \(maximumBytes >> 20) MiB; name a shorter one."
    case .typeDirectory?: return "this is a folder; name a file."
    default: return "this is no regular file; name one."
    }
  }
}
