#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Conversions between `file:` URIs and paths.
enum FileURI {
  /// Returns the path of a URI; nil when it is not a `file:` URI, or the path is empty or not UTF-8.
  static func path(_ uri: String) -> String? {
    guard let url = URL(string: uri), url.scheme == "file" else { return nil }
    let path = url.path(percentEncoded: false)
    // The path is empty when its bytes are not valid UTF-8.
    if path.isEmpty { return nil }
    return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  /// Returns the URI of a folder, without access to the file system.
  static func uri(folder path: String) -> String { URL(fileURLWithPath: path, isDirectory: true).absoluteString }
}
