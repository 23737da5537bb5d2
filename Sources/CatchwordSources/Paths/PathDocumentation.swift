import CatchwordFiles
import CatchwordText

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The documentation of a file or a folder.
enum PathDocumentation {
  /// The maximum number of bytes of a file that are shown.
  private static let maximumShown = 1024
  /// The number of bytes searched for secrets; more than are shown, as a secret that is cut could not be recognised.
  private static let maximumLooked = 8 << 10
  /// The maximum number of lines of a file that are shown.
  private static let maximumLines = 20
  /// The maximum number of entries of a folder that are counted.
  private static let maximumCounted = 10_000

  /// Returns the description of a file or a folder, in Markdown; may block. Pipes and devices are not read, nor are
  /// files that are known to hold secrets, under whatever name they are accessed.
  ///
  /// - Returns: nil when nothing exists there.
  static func text(about path: String) -> String? {
    let link = FileSystem.target(of: path).map { "→ \(MarkdownText.code($0))" }
    guard let status = FileSystem.status(of: path) else { return link.map { "\($0), which is not there" } }
    var lines = link.map { [$0] } ?? []
    switch status.kind {
    case .folder: lines.append(entries(of: path))
    case .other: lines.append("Neither a file nor a folder")
    case .file:
      lines.append("\(size(status.size)), modified \(day(status.modified))")
      let isSensitive = [path, FileSystem.canonical(path) ?? path].contains { SensitiveFiles.isSensitive(path: $0) }
      if !isSensitive, let head = head(of: path) { lines.append(head) }
    }
    return lines.joined(separator: "\n\n")
  }

  private static func entries(of path: String) -> String {
    var count = 0
    do {
      try FileSystem.forEachEntry(of: path) { _, _ in
        count += 1
        return count <= maximumCounted
      }
    } catch {
      return "A folder that cannot be read: \(error)"
    }
    if count > maximumCounted { return "More than \(maximumCounted) entries" }
    return count == 0 ? "An empty folder" : count == 1 ? "1 entry" : "\(count) entries"
  }

  static func size(_ bytes: Int) -> String {
    if bytes < 1000 { return bytes == 1 ? "1 byte" : "\(bytes) bytes" }
    var tenths = bytes / 100
    for unit in ["kB", "MB", "GB", "TB"] {
      if tenths < 100 { return "\(tenths / 10).\(tenths % 10) \(unit)" }
      if tenths < 10_000 { return "\(tenths / 10) \(unit)" }
      tenths /= 1000
    }
    return "\(tenths / 10) PB"
  }

  private static func day(_ seconds: Int) -> String {
    Date(timeIntervalSince1970: Double(seconds)).formatted(
      .iso8601.year().month().day().dateTimeSeparator(.space).time(includingFractionalSeconds: false)) + " UTC"
  }

  /// Returns the first lines of a text file as a code block; nil when it is not text.
  static func head(of path: String) -> String? {
    guard var bytes = FileSystem.beginning(of: path, atMost: maximumLooked), !bytes.isEmpty, !bytes.contains(0) else {
      return nil
    }
    // A character that is cut off at the end is dropped.
    for _ in 0..<4 {
      if let text = String(validating: bytes, as: UTF8.self) { return block(text) }
      bytes.removeLast()
      if bytes.isEmpty { return nil }
    }
    return nil
  }

  private static func block(_ text: String) -> String {
    let lines = withoutSecrets(text).split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return fenced(PlainText.shown(lines.prefix(maximumLines).joined(separator: "\n").prefix(bytes: maximumShown)))
  }

  /// Returns a text with each secret replaced by `…`.
  static func withoutSecrets(_ text: String) -> String {
    var bytes = ContiguousArray(text.utf8)
    let words = SecretScanner.secrets(in: bytes) + SecretScanner.secretWords(in: bytes)
    for range in words.sorted(by: { $0.lowerBound > $1.lowerBound }) where range.upperBound <= bytes.count {
      bytes.replaceSubrange(range, with: "…".utf8)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns a code block whose fence is longer than any run of backquotes in the text.
  static func fenced(_ text: String) -> String {
    var longest = 0
    var run = 0
    for byte in text.utf8 {
      run = byte == UInt8(ascii: "`") ? run + 1 : 0
      longest = max(longest, run)
    }
    let fence = String(repeating: "`", count: max(3, longest + 1))
    return "\(fence)\n\(text)\n\(fence)"
  }
}
