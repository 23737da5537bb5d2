/// The rules of one `.gitignore`, or of a file or a setting that is written like one.
///
/// There are only so many. Of what those say nothing about, the others might have said that it is ignored: it counts as that.
package struct IgnoreRules: Sendable {
  /// Of a longer file, only the lines count that end before.
  package static let maximumBytes = 1 << 20
  /// More rules do not count.
  package static let maximumRules = 10_000
  /// How much of a file is to be read, so that a longer one can be told.
  package static let readBytes = maximumBytes + 1
  /// A longer line is no pattern.
  package static let maximumLineBytes = 4096

  private struct Rule: Sendable {
    let glob: IgnoreGlob
    let isNegated: Bool
    let isForFolders: Bool
    /// True when it is compared with the path, false when with the name alone.
    let isPath: Bool
  }

  /// In the order of the file; the last that fits decides.
  private var rules: ContiguousArray<Rule> = []
  /// The numbers of the rules that stand for one name each, by the name.
  private var names: [ContiguousArray<UInt8>: ContiguousArray<Int>] = [:]
  /// The numbers of the rules that stand for one path each, by the path.
  private var paths: [ContiguousArray<UInt8>: ContiguousArray<Int>] = [:]
  /// The numbers of the others, which have to be compared.
  private var others: ContiguousArray<Int> = []
  /// The number of the first line that does not count, from 1; nil when all do.
  package private(set) var firstLineLeftOut: Int?

  /// What a rule takes beside its pattern: its own value, and its place in a table.
  private static let bytesOfRule = 192
  /// About how much memory the rules take, in bytes.
  package private(set) var byteCount = 0

  /// True when nothing is said about anything.
  package var isEmpty: Bool { rules.isEmpty && firstLineLeftOut == nil }

  /// Reads rules; what is no pattern is left out.
  package init(_ bytes: some BidirectionalCollection<UInt8>) {
    var text = bytes.prefix(IgnoreRules.maximumBytes)[...]
    // The beginning of a line would be another pattern, and a wider one.
    let isTooLong = text.endIndex < bytes.endIndex
    if isTooLong { text = text[..<(text.lastIndex(of: 0x0A) ?? text.startIndex)] }
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
    var number = 0
    for line in text.split(separator: 0x0A, omittingEmptySubsequences: false) {
      number += 1
      guard !line.isEmpty, line.count <= IgnoreRules.maximumLineBytes else { continue }
      if rules.count >= IgnoreRules.maximumRules {
        firstLineLeftOut = number
        break
      }
      var line = ContiguousArray(line)
      if line.last == 0x0D { line.removeLast() }
      append(line)
    }
    if isTooLong && firstLineLeftOut == nil { firstLineLeftOut = number + 1 }
  }

  /// Rules that are given as a list of patterns.
  package init(patterns: [String]) { self.init(Array(patterns.joined(separator: "\n").utf8)) }

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
    if !glob.isPlain {
      others.append(rules.count)
    } else if isPath {
      paths[ContiguousArray(pattern), default: []].append(rules.count)
    } else {
      names[ContiguousArray(pattern), default: []].append(rules.count)
    }
    byteCount += IgnoreRules.bytesOfRule + glob.byteCount + (glob.isPlain ? pattern.count : 0)
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
  /// - Parameters:
  ///   - path: Relative to the folder that the rules are for, without a slash at either end.
  ///   - steps: Counts what it takes.
  /// - Returns: True to leave it out, false to have it whatever other rules say, nil when it is not mentioned.
  /// - Complexity: O(number of rules with wildcards).
  package func decision(_ path: UnsafeBufferPointer<UInt8>, isDirectory: Bool, steps: inout Int) -> Bool? {
    guard !rules.isEmpty else { return firstLineLeftOut == nil ? nil : true }
    let nameStart = path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    let name = UnsafeBufferPointer(rebasing: path[nameStart...])
    steps += 1
    var found = max(last(in: names, name, isDirectory, &steps), last(in: paths, path, isDirectory, &steps))
    for number in others.reversed() {
      if number < found { break }
      let rule = rules[number]
      guard isDirectory || !rule.isForFolders else {
        steps += 1
        continue
      }
      if rule.glob.matches(rule.isPath ? path : name, steps: &steps) {
        found = number
        break
      }
    }
    if found >= 0 { return !rules[found].isNegated }
    return firstLineLeftOut == nil ? nil : true
  }

  /// The number of the last rule for one text; negative when there is none.
  private func last(
    in rulesByText: [ContiguousArray<UInt8>: ContiguousArray<Int>], _ text: UnsafeBufferPointer<UInt8>,
    _ isDirectory: Bool, _ steps: inout Int
  ) -> Int {
    guard !rulesByText.isEmpty else { return -1 }
    steps += text.count >> 3
    guard let numbers = rulesByText[ContiguousArray(text)] else { return -1 }
    return numbers.last { isDirectory || !rules[$0].isForFolders } ?? -1
  }

  /// What the rules say about a path.
  package func decision(_ path: String, isDirectory: Bool) -> Bool? {
    var path = path
    var steps = 0
    return path.withUTF8 { decision($0, isDirectory: isDirectory, steps: &steps) }
  }
}
