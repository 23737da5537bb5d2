/// The rules of one `.gitignore`, or of a file or a setting that is written like one.
struct IgnoreRules: Sendable {
  /// Of a longer file, only the lines count that end before.
  static let maximumBytes = 1 << 20
  /// How much of a file is to be read, so that a longer one can be told.
  static let readBytes = maximumBytes + 1
  /// A longer line is no pattern.
  static let maximumLineBytes = 4096

  private struct Rule: Sendable {
    let glob: IgnoreGlob
    let isNegated: Bool
    let isForFolders: Bool
    /// True when it is compared with the path, false when with the name alone.
    let isPath: Bool
  }

  /// In the order of the file; the last that fits decides.
  private var rules: ContiguousArray<Rule> = []

  /// True when nothing is said about anything.
  var isEmpty: Bool { rules.isEmpty }

  /// Reads rules; what is no pattern is left out.
  init(_ bytes: some BidirectionalCollection<UInt8>) {
    var text = bytes.prefix(IgnoreRules.maximumBytes)[...]
    // The beginning of a line would be another pattern, and a wider one.
    if text.endIndex < bytes.endIndex { text = text[..<(text.lastIndex(of: 0x0A) ?? text.startIndex)] }
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
    for line in text.split(separator: 0x0A) where line.count <= IgnoreRules.maximumLineBytes {
      var line = ContiguousArray(line)
      if line.last == 0x0D { line.removeLast() }
      append(line)
    }
  }

  /// Rules that are given as a list of patterns.
  init(patterns: [String]) { self.init(Array(patterns.joined(separator: "\n").utf8)) }

  private mutating func append(_ line: ContiguousArray<UInt8>) {
    guard line.first != UInt8(ascii: "#"), !line.contains(0) else { return }
    var pattern = IgnoreRules.withoutTrailingSpaces(line)[...]
    let isNegated = pattern.first == UInt8(ascii: "!")
    if isNegated { pattern.removeFirst() }
    let isForFolders = pattern.last == UInt8(ascii: "/")
    if isForFolders { pattern.removeLast() }
    let isPath = pattern.contains(UInt8(ascii: "/"))
    if pattern.first == UInt8(ascii: "/") { pattern.removeFirst() }
    guard !pattern.isEmpty else { return }
    let glob = IgnoreGlob(pattern, isPath: isPath)
    rules.append(Rule(glob: glob, isNegated: isNegated, isForFolders: isForFolders, isPath: isPath))
  }

  /// Spaces at the end are no part of a pattern, unless there is a backslash before them.
  private static func withoutTrailingSpaces(_ line: ContiguousArray<UInt8>) -> ArraySlice<UInt8> {
    var firstSpace: Int?
    var index = 0
    while index < line.count {
      if line[index] == UInt8(ascii: " ") {
        firstSpace = firstSpace ?? index
      } else {
        firstSpace = nil
        if line[index] == UInt8(ascii: "\\") { index += 1 }
      }
      index += 1
    }
    return ArraySlice(line[..<(firstSpace ?? line.count)])
  }

  /// What the rules say about a path.
  ///
  /// - Parameter path: Relative to the folder that the rules are for, without a slash at either end.
  /// - Returns: True to leave it out, false to have it whatever other rules say, nil when it is not mentioned.
  /// - Complexity: O(number of rules).
  func decision(_ path: UnsafeBufferPointer<UInt8>, isDirectory: Bool) -> Bool? {
    guard !rules.isEmpty else { return nil }
    let nameStart = path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    let name = UnsafeBufferPointer(rebasing: path[nameStart...])
    for rule in rules.reversed() where isDirectory || !rule.isForFolders {
      if rule.glob.matches(rule.isPath ? path : name) { return !rule.isNegated }
    }
    return nil
  }

  /// What the rules say about a path.
  func decision(_ path: String, isDirectory: Bool) -> Bool? {
    var path = path
    return path.withUTF8 { decision($0, isDirectory: isDirectory) }
  }
}
