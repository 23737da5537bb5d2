#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The file checks of the subcommands.
enum Files {
  /// True when there is a file or folder at a path.
  static func exist(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  /// The maximum length of a file that is read.
  private static let maximumBytes = 256 << 20

  /// Why a file cannot be read, in a sentence.
  struct ReadFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
  }

  /// Returns the text of a regular file.
  static func text(of path: String) throws(ReadFailure) -> String {
    if let refusal = refusal(of: path) { throw ReadFailure(refusal) }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw ReadFailure("the file cannot be read; check its permissions.")
    }
    guard let text = String(validating: data, as: UTF8.self) else {
      throw ReadFailure("the file is not UTF-8 text.")
    }
    return text
  }

  /// Returns the reason why a path cannot be read as a regular file, in a sentence; nil when it can.
  static func refusal(of path: String) -> String? {
    guard exist(path) else {
      guard (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) != nil else {
        return "there is no such file."
      }
      return "this is a link that leads to no file; correct it."
    }
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
