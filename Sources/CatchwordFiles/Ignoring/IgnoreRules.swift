/// The rules of one `.gitignore`, or of a file or setting in the same format.
///
/// When the limits cut rules off, a path that the others do not mention counts as ignored: a missing rule might say so.
package struct IgnoreRules: Sendable {
  /// The maximum length of a file, in bytes; of a longer one, only the lines before that count.
  package static let maximumBytes = 1 << 20
  /// The maximum number of rules; further ones are cut off.
  package static let maximumRules = 10_000
  /// The number of bytes of a file to read, so that one over the maximum is recognized.
  package static let readBytes = maximumBytes + 1
  /// The maximum length of a line, in bytes; longer ones are ignored.
  package static let maximumLineBytes = 4096

  private struct Rule: Sendable {
    let glob: IgnoreGlob
    let isNegated: Bool
    let isForFolders: Bool
    /// True when it is matched against the path, false when against the name alone.
    let isPath: Bool
  }

  /// The rules in the order of the file; the last that matches decides.
  private var rules: ContiguousArray<Rule> = []
  /// The indices of the rules without wildcards for names, by the name.
  private var names: [ContiguousArray<UInt8>: ContiguousArray<Int>] = [:]
  /// The indices of the rules without wildcards for paths, by the path.
  private var paths: [ContiguousArray<UInt8>: ContiguousArray<Int>] = [:]
  /// The indices of the rules with wildcards, which have to be matched one by one.
  private var others: ContiguousArray<Int> = []
  /// The number of the first line that was cut off, from 1; nil when none was.
  package private(set) var firstLineLeftOut: Int?

  /// The memory of a rule beside its pattern, in bytes: its own value, and its place in a table.
  private static let bytesOfRule = 192
  /// The approximate memory of the rules, in bytes.
  package private(set) var byteCount = 0

  /// True when there are no rules and none were cut off.
  package var isEmpty: Bool { rules.isEmpty && firstLineLeftOut == nil }

  /// Parses rules; lines that are not patterns are skipped.
  package init(_ bytes: some BidirectionalCollection<UInt8>) {
    var text = bytes.prefix(IgnoreRules.maximumBytes)[...]
    // A cut line would be another pattern, and a wider one.
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

  /// Creates rules from a list of patterns.
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

  /// Returns a line without the spaces at its end, except those behind a backslash.
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

  /// Returns the decision of the rules on a path.
  ///
  /// - Parameters:
  ///   - path: The path relative to the folder of the rules, without a slash at either end.
  ///   - steps: The count of matching steps, to which this adds.
  /// - Returns: True to leave it out, false to include it whatever other rules say, nil when it is not mentioned.
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

  /// Returns the index of the last rule for one text; negative when there is none.
  private func last(
    in rulesByText: [ContiguousArray<UInt8>: ContiguousArray<Int>], _ text: UnsafeBufferPointer<UInt8>,
    _ isDirectory: Bool, _ steps: inout Int
  ) -> Int {
    guard !rulesByText.isEmpty else { return -1 }
    steps += text.count >> 3
    guard let numbers = rulesByText[ContiguousArray(text)] else { return -1 }
    return numbers.last { isDirectory || !rules[$0].isForFolders } ?? -1
  }

  /// Returns the decision of the rules on a path.
  package func decision(_ path: String, isDirectory: Bool) -> Bool? {
    var path = path
    var steps = 0
    return path.withUTF8 { decision($0, isDirectory: isDirectory, steps: &steps) }
  }
}
