/// Functions that take paths and `file:` URIs apart, as texts.
package enum FilePath {
  /// The maximum length of a path, in bytes.
  package static let maximumBytes = 4096

  /// Returns the path of a `file:` URI; nil for other URIs, and for a path that is malformed, too long or not UTF-8.
  ///
  /// The result is also nil for a percent-encoded slash or NUL, which no name contains.
  package static func path(ofURI uri: String) -> String? {
    guard uri.hasPrefix("file://") else { return nil }
    var rest = Array(uri.utf8.dropFirst("file://".utf8.count))[...]
    if rest.starts(with: "localhost/".utf8) { rest = rest.dropFirst("localhost".utf8.count) }
    guard rest.first == UInt8(ascii: "/"), rest.count <= 3 * FilePath.maximumBytes,
      let bytes = FilePath.percentDecoded(rest)
    else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  /// Returns the name of a document that is not a file: the last part of its URI.
  package static func name(ofURI uri: String) -> String {
    let path = uri.split(separator: ":", maxSplits: 1).last.map(String.init) ?? uri
    return decoded(path.split(separator: "/").last ?? path[...])
  }

  /// Returns the names in a path.
  ///
  /// It splits by scalars: a slash before a combining mark is not a `Character` of its own, but a slash for the system.
  package static func names(in path: some StringProtocol) -> [String] {
    String(path).unicodeScalars.split(separator: "/").map { String($0) }
  }

  /// Returns the folder and the name of a file; by scalars, too.
  package static func split(_ path: String) -> (folder: String, name: String) {
    let scalars = path.unicodeScalars
    guard let slash = scalars.lastIndex(of: "/") else { return ("", path) }
    let folder = path[..<slash]
    return (folder.isEmpty ? "/" : String(folder), String(path[scalars.index(after: slash)...]))
  }

  /// Returns a name without its extension. It works by bytes: a step back among flag emoji passes over all of them.
  package static func stem(_ name: String) -> String {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }

  /// Returns an absolute path without `.`, `..` and needless slashes; links are not resolved.
  package static func normalized(_ path: String) -> String {
    var parts: [String] = []
    for part in names(in: path) where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }

  /// Returns true when a path is a folder or lies inside it.
  package static func isInside(_ path: String, _ folder: String) -> Bool {
    path == folder || path.hasPrefix(folder.hasSuffix("/") ? folder : folder + "/")
  }

  /// Returns the innermost of some folders that a path lies in; nil for none. The root of all, which says nothing, is none.
  package static func innermost(of folders: [String], around path: String) -> String? {
    folders.filter { $0 != "/" && isInside(path, $0) }.max { $0.count < $1.count }
  }

  private static func decoded(_ text: Substring) -> String {
    percentDecoded(Array(text.utf8)[...]).map { String(decoding: $0, as: UTF8.self) } ?? String(text)
  }

  /// Decodes percent-encoded bytes.
  ///
  /// - Returns: The bytes; nil when a percent sign is not followed by two hex digits, or encodes a slash or a NUL.
  package static func percentDecoded(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    var result: [UInt8] = []
    var index = bytes.startIndex
    while index < bytes.endIndex {
      var byte = bytes[index]
      index += 1
      if byte == UInt8(ascii: "%") {
        guard index + 1 < bytes.endIndex, let high = digit(bytes[index]), let low = digit(bytes[index + 1]) else {
          return nil
        }
        byte = high << 4 | low
        index += 2
        if byte == 0 || byte == UInt8(ascii: "/") { return nil }
      }
      result.append(byte)
    }
    return result
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
