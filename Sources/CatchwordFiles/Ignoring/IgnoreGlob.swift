/// A pattern of `.gitignore`, compiled for matching.
///
/// The rules are those of git's `wildmatch`: `?` and `[…]` match one byte that is not a slash, `*` any number of them,
/// and `**` as a whole part of a path any number of parts. It runs as a nondeterministic automaton, so the cost is
/// bounded by the product of both lengths, whatever the pattern.
struct IgnoreGlob: Sendable {
  /// A part of a pattern; small, as a line may have thousands.
  enum Token: Equatable, Sendable {
    case byte(UInt8)
    /// Any byte but a slash.
    case any
    /// A byte of the set with this index, but no slash.
    case set(UInt16)
    /// Any number of bytes except slashes.
    case star
    /// Any number of bytes.
    case deepStar
    /// Any number of parts of a path, each with its slash.
    case folders
  }

  private struct Program: Sendable {
    var tokens: ContiguousArray<Token> = []
    var sets: ContiguousArray<ByteSet> = []
  }

  private enum Rest: Sendable {
    case nothing
    /// Any bytes, and then these, which contain no slash.
    case suffix(ContiguousArray<UInt8>)
    case program(Program)
    /// The pattern is malformed, and matches nothing.
    case never
  }

  /// The bytes that the text must begin with.
  private let head: ContiguousArray<UInt8>
  private let rest: Rest

  /// - Parameters:
  ///   - pattern: The pattern without the marks for negation and folders; at most `IgnoreRules.maximumLineBytes`.
  ///   - isPath: True when it is matched against paths, false when against names.
  init(_ pattern: some Sequence<UInt8>, isPath: Bool) {
    let pattern = ContiguousArray(pattern)
    let end = pattern.firstIndex(where: IgnoreGlob.isSpecial) ?? pattern.count
    head = ContiguousArray(pattern[..<end])
    let tail = pattern[end...]
    if tail.isEmpty {
      rest = .nothing
    } else if !isPath, tail.first == UInt8(ascii: "*"), !tail.dropFirst().contains(where: IgnoreGlob.isSpecial) {
      rest = .suffix(ContiguousArray(tail.dropFirst()))
    } else {
      var parser = GlobParser(bytes: ContiguousArray(tail), isPath: isPath)
      rest = parser.program().map { .program($0) } ?? .never
    }
  }

  private static func isSpecial(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "*") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "\\")
  }

  /// True when the pattern has no wildcards, so that it matches exactly one text.
  var isPlain: Bool { if case .nothing = rest { true } else { false } }

  /// The memory of the pattern beside its own value, in bytes; the same for equal patterns.
  var byteCount: Int {
    switch rest {
    case .nothing, .never: head.count
    case .suffix(let suffix): head.count + suffix.count
    case .program(let program):
      head.count + program.tokens.count * MemoryLayout<Token>.stride
        + program.sets.count * MemoryLayout<ByteSet>.stride
    }
  }

  /// Returns true when the pattern matches the whole text.
  ///
  /// - Parameter steps: The count to add the steps to: one per byte and state, or per eight bytes only compared.
  /// - Complexity: O(length of the text × length of the pattern) at worst.
  func matches(_ text: UnsafeBufferPointer<UInt8>, steps: inout Int) -> Bool {
    steps += 1
    guard text.count >= head.count else { return false }
    for index in head.indices where head[index] != text[index] {
      steps += index >> 3
      return false
    }
    steps += head.count >> 3
    let tail = UnsafeBufferPointer(rebasing: text[head.count...])
    switch rest {
    case .nothing: return tail.isEmpty
    case .suffix(let suffix):
      guard tail.count >= suffix.count else { return false }
      steps += suffix.count >> 3
      return tail.suffix(suffix.count).elementsEqual(suffix)
    case .program(let program):
      return program.tokens.count < 64
        ? IgnoreGlob.runShort(program, over: tail, &steps) : IgnoreGlob.run(program, over: tail, &steps)
    case .never: return false
    }
  }

  /// Runs a short program with its states as the bits of one word: most patterns are short, and run for every file.
  private static func runShort(
    _ program: Program, over text: UnsafeBufferPointer<UInt8>, _ steps: inout Int
  ) -> Bool {
    let (tokens, sets) = (program.tokens, program.sets)
    var states = entered(0, tokens)
    for byte in text {
      var next: UInt64 = 0
      var rest = states
      while rest != 0 {
        let state = rest.trailingZeroBitCount
        rest &= rest &- 1
        steps += 1
        guard state < tokens.count else { continue }
        switch tokens[state] {
        case .byte(let own): if byte == own { next |= entered(state + 1, tokens) }
        case .any: if byte != slash { next |= entered(state + 1, tokens) }
        case .set(let set): if byte != slash && sets[Int(set)].contains(byte) { next |= entered(state + 1, tokens) }
        case .star: if byte != slash { next |= entered(state, tokens) }
        case .deepStar: next |= entered(state, tokens)
        case .folders: next |= 1 << UInt64(state) | (byte == slash ? entered(state + 1, tokens) : 0)
        }
      }
      if next == 0 { return false }
      states = next
    }
    return states >> UInt64(tokens.count) & 1 == 1
  }

  /// Returns a state and those that follow without a byte, as bits.
  private static func entered(_ state: Int, _ tokens: ContiguousArray<Token>) -> UInt64 {
    var state = state
    var states: UInt64 = 0
    while true {
      states |= 1 << UInt64(state)
      guard state < tokens.count else { return states }
      switch tokens[state] {
      case .star, .deepStar, .folders: state += 1
      default: return states
      }
    }
  }

  private static func run(
    _ program: Program, over text: UnsafeBufferPointer<UInt8>, _ steps: inout Int
  ) -> Bool {
    let (tokens, sets) = (program.tokens, program.sets)
    var states = GlobStates(count: tokens.count + 1)
    var next = states
    enter(0, tokens, &states)
    for byte in text {
      next.removeAll()
      steps += states.wordCount
      states.forEach { state in
        steps += 1
        guard state < tokens.count else { return }
        switch tokens[state] {
        case .byte(let own): if byte == own { enter(state + 1, tokens, &next) }
        case .any: if byte != slash { enter(state + 1, tokens, &next) }
        case .set(let set): if byte != slash && sets[Int(set)].contains(byte) { enter(state + 1, tokens, &next) }
        case .star: if byte != slash { enter(state, tokens, &next) }
        case .deepStar: enter(state, tokens, &next)
        case .folders:
          next.insert(state)
          if byte == slash { enter(state + 1, tokens, &next) }
        }
      }
      if next.isEmpty { return false }
      swap(&states, &next)
    }
    return states.contains(tokens.count)
  }

  private static let slash = UInt8(ascii: "/")

  /// Enters a state and those that follow without a byte.
  private static func enter(_ state: Int, _ tokens: ContiguousArray<Token>, _ states: inout GlobStates) {
    var state = state
    while true {
      states.insert(state)
      guard state < tokens.count else { return }
      switch tokens[state] {
      case .star, .deepStar, .folders: state += 1
      default: return
      }
    }
  }

  /// A parser for the part of a pattern behind its plain head.
  private struct GlobParser {
    let bytes: ContiguousArray<UInt8>
    let isPath: Bool
    private var index = 0

    init(bytes: ContiguousArray<UInt8>, isPath: Bool) {
      self.bytes = bytes
      self.isPath = isPath
    }

    private subscript(place: Int) -> UInt8? { place < bytes.count ? bytes[place] : nil }

    /// Returns the tokens with their sets; nil for a malformed pattern.
    ///
    /// At most three states follow each other without a byte, so that each step of the automaton is short.
    mutating func program() -> Program? {
      var (tokens, sets) = (ContiguousArray<Token>(), ContiguousArray<ByteSet>())
      while let byte = self[index] {
        switch byte {
        case UInt8(ascii: "*"):
          let token = star()
          // Several in a row are equivalent to one.
          if token != .folders || tokens.last != .folders { tokens.append(token) }
        case UInt8(ascii: "?"): (index, _) = (index + 1, tokens.append(.any))
        case UInt8(ascii: "["):
          guard let set = ByteSet(parsing: bytes, at: &index) else { return nil }
          // Each set takes at least three bytes of a line, so that the indices fit.
          tokens.append(.set(UInt16(sets.count)))
          sets.append(set)
        case UInt8(ascii: "\\"):
          guard let escaped = self[index + 1] else { return nil }
          tokens.append(.byte(escaped))
          index += 2
        default:
          tokens.append(.byte(byte))
          index += 1
        }
      }
      return Program(tokens: GlobParser.compact(tokens), sets: GlobParser.compact(sets))
    }

    /// Returns a copy of the elements without unused capacity.
    private static func compact<Element>(_ elements: ContiguousArray<Element>) -> ContiguousArray<Element> {
      var compact = ContiguousArray<Element>()
      compact.reserveCapacity(elements.count)
      compact += elements
      return compact
    }

    private mutating func star() -> Token {
      let start = index
      while self[index] == UInt8(ascii: "*") { index += 1 }
      guard isPath, index - start > 1 else { return .star }
      // A whole part of a path. As in git, the end of the pattern's plain head counts as the beginning of a part, too.
      guard start == 0 || bytes[start - 1] == IgnoreGlob.slash else { return .star }
      if self[index] == nil { return .deepStar }
      if self[index] == IgnoreGlob.slash {
        index += 1
        return .folders
      }
      if self[index] == UInt8(ascii: "\\"), self[index + 1] == IgnoreGlob.slash { return .deepStar }
      return .star
    }
  }
}

/// The set of states that an automaton is in, one bit each.
private struct GlobStates {
  private var words: ContiguousArray<UInt64>

  init(count: Int) { words = ContiguousArray(repeating: 0, count: count / 64 + 1) }

  var wordCount: Int { words.count }

  var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  func contains(_ state: Int) -> Bool { words[state >> 6] >> UInt64(state & 63) & 1 == 1 }

  mutating func insert(_ state: Int) { words[state >> 6] |= 1 << UInt64(state & 63) }

  mutating func removeAll() { for index in words.indices { words[index] = 0 } }

  func forEach(_ body: (Int) -> Void) {
    for index in words.indices {
      var word = words[index]
      while word != 0 {
        body(index << 6 | word.trailingZeroBitCount)
        word &= word &- 1
      }
    }
  }
}
