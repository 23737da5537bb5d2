#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `file:` URIs and the paths that they stand for.
enum FileURI {
  /// The path of a URI; nil when it is none of a file, or what it says are no characters.
  static func path(_ uri: String) -> String? {
    guard let url = URL(string: uri), url.scheme == "file" else { return nil }
    let path = url.path(percentEncoded: false)
    // Bytes that are no characters leave nothing.
    if path.isEmpty { return nil }
    return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  /// The URI of a folder; the file system is not looked at.
  static func uri(folder path: String) -> String { URL(fileURLWithPath: path, isDirectory: true).absoluteString }
}
