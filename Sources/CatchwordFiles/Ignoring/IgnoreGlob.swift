/// A pattern as `.gitignore` has it, made ready to be compared with paths.
///
/// The rules are those of git's `wildmatch`: `?` and `[…]` are a byte that is no slash, `*` any number of them, `**` as a
/// whole part of a path any number of parts. It is run as an automaton that is in many states at once, so what it costs is
/// bounded by the lengths of both, whatever the pattern.
struct IgnoreGlob: Sendable {
  /// Small, as a line may have thousands.
  enum Token: Equatable, Sendable {
    case byte(UInt8)
    /// Any byte but a slash.
    case any
    /// A byte of the set of this number.
    case set(UInt16)
    /// Any number of bytes that are no slash.
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
    /// Anything, and then these bytes, among which is no slash.
    case suffix(ContiguousArray<UInt8>)
    case program(Program)
    /// The pattern is malformed, and matches nothing.
    case never
  }

  /// What the text must begin with, byte for byte.
  private let head: ContiguousArray<UInt8>
  private let rest: Rest

  /// - Parameters:
  ///   - pattern: Without what makes it a negation, or one for folders only; at most `IgnoreRules.maximumLineBytes`.
  ///   - isPath: True when it is compared with a path, false when with a name.
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

  /// True when it is compared by bytes alone, and stands for one text.
  var isPlain: Bool { if case .nothing = rest { true } else { false } }

  /// How much memory the pattern takes beside its own value, in bytes; the same for equal patterns.
  var byteCount: Int {
    switch rest {
    case .nothing, .never: head.count
    case .suffix(let suffix): head.count + suffix.count
    case .program(let program):
      head.count + program.tokens.count * MemoryLayout<Token>.stride
        + program.sets.count * MemoryLayout<ByteSet>.stride
    }
  }

  /// True when the whole text is what the pattern says.
  ///
  /// - Parameter steps: Counts what it takes: one for a byte and a state, or for eight bytes that are only compared.
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

  /// The states are the bits of a word: most patterns are short, and are run for every file.
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

  /// A state, and those that follow for nothing, as bits.
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

  /// Goes into a state, and into those that follow for nothing.
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

  /// Reads what follows the plain head of a pattern.
  private struct GlobParser {
    let bytes: ContiguousArray<UInt8>
    let isPath: Bool
    private var index = 0

    init(bytes: ContiguousArray<UInt8>, isPath: Bool) {
      self.bytes = bytes
      self.isPath = isPath
    }

    private subscript(place: Int) -> UInt8? { place < bytes.count ? bytes[place] : nil }

    /// The tokens, with their sets; nil for a malformed pattern.
    ///
    /// At most three states follow each other for nothing, so that each step of an automaton is short.
    mutating func program() -> Program? {
      var (tokens, sets) = (ContiguousArray<Token>(), ContiguousArray<ByteSet>())
      while let byte = self[index] {
        switch byte {
        case UInt8(ascii: "*"):
          let token = star()
          // Several in a row are as good as one.
          if token != .folders || tokens.last != .folders { tokens.append(token) }
        case UInt8(ascii: "?"): (index, _) = (index + 1, tokens.append(.any))
        case UInt8(ascii: "["):
          guard let set = ByteSet(parsing: bytes, at: &index) else { return nil }
          // Each takes three bytes of a line at least, so that their numbers are small.
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

    /// The same elements, in as much memory as they need and not as they have grown into.
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
      // A part of its own; git takes the beginning of what is no plain text for the beginning of a part, too.
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

/// The states that an automaton is in, a bit each.
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
