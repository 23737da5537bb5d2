/// Parses JavaScript's regular expressions, except for lookbehind, properties and control letters.
struct PatternParser {
  /// The error for a pattern that is not supported, or is no regular expression.
  struct Unsupported: Error {}

  /// The maximum depth of nested groups.
  private static let maximumDepth = 20
  /// The maximum number in a counted repetition.
  private static let maximumRepetitions = 200

  private let scalars: [Unicode.Scalar]
  private var position = 0
  private(set) var groups = 0
  /// The numbers of named groups.
  private var names: [String: Int] = [:]

  private init(_ pattern: String) { scalars = Array(pattern.unicodeScalars) }

  /// Parses a pattern.
  ///
  /// - Returns: The pattern, and the number of its groups.
  static func parse(_ pattern: String) throws(Unsupported) -> (node: PatternNode, groups: Int) {
    var parser = PatternParser(pattern)
    let node = try parser.alternatives(depth: 0)
    guard parser.position == parser.scalars.count else { throw Unsupported() }
    return (node, parser.groups)
  }

  private mutating func alternatives(depth: Int) throws(Unsupported) -> PatternNode {
    guard depth < PatternParser.maximumDepth else { throw Unsupported() }
    var alternatives: [PatternNode] = []
    repeat { alternatives.append(try sequence(depth: depth)) } while skip("|")
    return alternatives.count == 1 ? alternatives[0] : .alternatives(alternatives)
  }

  private mutating func sequence(depth: Int) throws(Unsupported) -> PatternNode {
    var nodes: [PatternNode] = []
    while let next = peek, next != "|", next != ")" {
      position += 1
      let atom = try atom(next, depth: depth)
      nodes.append(try repetition(of: atom))
    }
    return .sequence(nodes)
  }

  private mutating func atom(_ scalar: Unicode.Scalar, depth: Int) throws(Unsupported) -> PatternNode {
    switch scalar {
    case ".": return .any
    case "^": return .start
    case "$": return .end
    case "[": return .set(try set())
    case "\\": return try escape()
    case "(": return try group(depth: depth)
    case "*", "+", "?": throw Unsupported()
    default: return .scalar(scalar)
    }
  }

  private mutating func group(depth: Int) throws(Unsupported) -> PatternNode {
    var number: Int?
    var isNegative: Bool?
    if skip("?") {
      if skip(":") {
      } else if skip("=") {
        isNegative = false
      } else if skip("!") {
        isNegative = true
      } else if skip("<"), peek != "=", peek != "!", let end = scalars[position...].firstIndex(of: ">") {
        var name = String.UnicodeScalarView()
        name.append(contentsOf: scalars[position..<end])
        position = end + 1
        groups += 1
        number = groups
        names[String(name)] = groups
      } else {
        throw Unsupported()
      }
    } else {
      groups += 1
      number = groups
    }
    let content = try alternatives(depth: depth + 1)
    guard skip(")") else { throw Unsupported() }
    if let isNegative { return .look(isNegative: isNegative, content) }
    return number.map { .group($0, content) } ?? content
  }

  private mutating func repetition(of atom: PatternNode) throws(Unsupported) -> PatternNode {
    var (minimum, maximum): (Int, Int?) = (1, 1)
    if skip("*") {
      (minimum, maximum) = (0, nil)
    } else if skip("+") {
      (minimum, maximum) = (1, nil)
    } else if skip("?") {
      (minimum, maximum) = (0, 1)
    } else if let counts = counts() {
      (minimum, maximum) = counts
      guard max(minimum, maximum ?? 0) <= PatternParser.maximumRepetitions else { throw Unsupported() }
      if let maximum, maximum < minimum { throw Unsupported() }
    } else {
      return atom
    }
    let isGreedy = !skip("?")
    if let next = peek, "*+?".unicodeScalars.contains(next) { throw Unsupported() }
    return .repeated(atom, minimum: minimum, maximum: maximum, isGreedy: isGreedy)
  }

  /// Reads `{2}`, `{2,}` or `{2,3}`; nil when the brace is a plain character.
  private mutating func counts() -> (Int, Int?)? {
    let start = position
    guard skip("{"), let minimum = number() else {
      position = start
      return nil
    }
    if skip("}") { return (minimum, minimum) }
    if skip(",") {
      if skip("}") { return (minimum, nil) }
      if let maximum = number(), skip("}") { return (minimum, maximum) }
    }
    position = start
    return nil
  }

  // MARK: Escapes and sets

  private mutating func escape() throws(Unsupported) -> PatternNode {
    guard let scalar = peek else { throw Unsupported() }
    switch scalar {
    case "b", "B":
      position += 1
      return .wordBoundary(scalar == "b")
    case "1"..."9":
      guard let number = number() else { throw Unsupported() }
      return .reference(number)
    case "k":
      position += 1
      guard skip("<"), let end = scalars[position...].firstIndex(of: ">") else { throw Unsupported() }
      var name = String.UnicodeScalarView()
      name.append(contentsOf: scalars[position..<end])
      position = end + 1
      guard let number = names[String(name)] else { throw Unsupported() }
      return .reference(number)
    default:
      if let set = try classEscape() { return .set(set) }
      return .scalar(try scalarEscape())
    }
  }

  /// Reads `d`, `D`, `w`, `W`, `s` or `S`; nil for another character.
  private mutating func classEscape() throws(Unsupported) -> PatternSet? {
    guard let scalar = peek else { throw Unsupported() }
    let set: PatternSet
    switch scalar {
    case "d": set = .digits
    case "D": set = PatternSet.digits.inverted
    case "w": set = .words
    case "W": set = PatternSet.words.inverted
    case "s": set = .spaces
    case "S": set = PatternSet.spaces.inverted
    default: return nil
    }
    position += 1
    return set
  }

  private mutating func scalarEscape() throws(Unsupported) -> Unicode.Scalar {
    guard let scalar = peek else { throw Unsupported() }
    position += 1
    switch scalar {
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "v": return "\u{B}"
    case "f": return "\u{C}"
    case "0": return "\0"
    case "x": return try hexadecimal(2)
    case "u": return try hexadecimal(4)
    case _ where scalar.properties.isAlphabetic || ("0"..."9").contains(scalar): throw Unsupported()
    default: return scalar
    }
  }

  private mutating func hexadecimal(_ digits: Int) throws(Unsupported) -> Unicode.Scalar {
    guard position + digits <= scalars.count else { throw Unsupported() }
    let text = String(String.UnicodeScalarView(scalars[position..<position + digits]))
    guard let value = UInt32(text, radix: 16), let scalar = Unicode.Scalar(value) else { throw Unsupported() }
    position += digits
    return scalar
  }

  private mutating func set() throws(Unsupported) -> PatternSet {
    let isNegated = skip("^")
    var ranges: [ClosedRange<UInt32>] = []
    while !skip("]") {
      guard let first = try member(&ranges) else { continue }
      let mark = position
      guard skip("-"), peek != "]" else {
        position = mark
        ranges.append(first.value...first.value)
        continue
      }
      if let last = try member(&ranges) {
        guard first.value <= last.value else { throw Unsupported() }
        ranges.append(first.value...last.value)
      } else {
        ranges += [first.value...first.value, 0x2D...0x2D]
      }
    }
    return PatternSet(ranges: ranges, isNegated: isNegated)
  }

  /// Reads a character of a set; nil for a class, which is added to the ranges at once.
  private mutating func member(_ ranges: inout [ClosedRange<UInt32>]) throws(Unsupported) -> Unicode.Scalar? {
    guard let scalar = peek else { throw Unsupported() }
    position += 1
    guard scalar == "\\" else { return scalar }
    if skip("b") { return "\u{8}" }
    if let set = try classEscape() {
      ranges += set.ranges
      return nil
    }
    return try scalarEscape()
  }

  // MARK: Pieces

  private var peek: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

  private mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
    guard peek == scalar else { return false }
    position += 1
    return true
  }

  private mutating func number() -> Int? {
    let start = position
    var value = 0
    while let digit = peek, ("0"..."9").contains(digit), position - start < 5 {
      value = value * 10 + Int(digit.value - 0x30)
      position += 1
    }
    return position > start ? value : nil
  }
}
