/// A regular expression, compiled to the steps of a machine.
struct PatternProgram: Sendable {
  /// A step.
  enum Step: Equatable, Sendable {
    case scalar(Unicode.Scalar)
    case any
    case set(PatternSet)
    case start
    case end
    case wordBoundary(Bool)
    case reference(Int)
    /// Tries the first step, and the second one when the first leads to no match.
    case split(Int, Int)
    case jump(Int)
    /// Stores the place in a slot.
    case save(Int)
    /// Fails when the place is still the stored one, so that an empty match is not repeated for ever.
    case advanced(Int)
    /// Looks ahead with the steps that follow, up to a match; then goes to `next`.
    case look(isNegative: Bool, next: Int)
    case match
  }

  /// The maximum number of steps.
  private static let maximumSteps = 4000
  /// The maximum number of parts of one pattern that are compiled, including those that make no step.
  private static let maximumParts = 20_000

  private(set) var steps: [Step] = []
  let groups: Int
  /// The number of slots: two for each group and for the whole match, and one for each loop.
  private(set) var slots: Int
  /// The number of parts that may still be compiled.
  private var partsLeft: Int

  /// Compiles a pattern.
  ///
  /// A few bytes may be many parts: a counted repetition compiles its content once for each time.
  ///
  /// - Parameter parts: The number of parts that may be compiled; reduced by those compiled, also when this throws.
  /// - Throws: `Unsupported` for a pattern that is invalid, not supported, or too large.
  init(_ pattern: String, parts: inout Int) throws(PatternParser.Unsupported) {
    let (node, groups) = try PatternParser.parse(pattern)
    self.groups = groups
    slots = 2 * (groups + 1)
    let allowed = min(parts, PatternProgram.maximumParts)
    partsLeft = allowed
    defer { parts -= allowed - max(0, partsLeft) }
    try append(.save(0))
    try compile(node)
    try append(.save(1))
    try append(.match)
  }

  private mutating func append(_ step: Step) throws(PatternParser.Unsupported) {
    guard steps.count < PatternProgram.maximumSteps else { throw PatternParser.Unsupported() }
    steps.append(step)
  }

  private mutating func compile(_ node: PatternNode) throws(PatternParser.Unsupported) {
    partsLeft -= 1
    guard partsLeft >= 0 else { throw PatternParser.Unsupported() }
    switch node {
    case .scalar(let scalar): try append(.scalar(scalar))
    case .any: try append(.any)
    case .set(let set): try append(.set(set))
    case .start: try append(.start)
    case .end: try append(.end)
    case .wordBoundary(let isOne): try append(.wordBoundary(isOne))
    case .sequence(let nodes): for node in nodes { try compile(node) }
    case .reference(let number):
      guard number <= groups else { throw PatternParser.Unsupported() }
      try append(.reference(number))
    case .group(let number, let content):
      try append(.save(2 * number))
      try compile(content)
      try append(.save(2 * number + 1))
    case .look(let isNegative, let content):
      let place = steps.count
      try append(.match)
      try compile(content)
      try append(.match)
      steps[place] = .look(isNegative: isNegative, next: steps.count)
    case .alternatives(let nodes): try compile(alternatives: nodes)
    case .repeated(let content, let minimum, let maximum, let isGreedy):
      for _ in 0..<minimum { try compile(content) }
      if let maximum {
        try compile(optional: content, times: maximum - minimum, isGreedy: isGreedy)
      } else {
        try compile(loop: content, isGreedy: isGreedy)
      }
    }
  }

  private mutating func compile(alternatives nodes: [PatternNode]) throws(PatternParser.Unsupported) {
    var ends: [Int] = []
    for (index, node) in nodes.enumerated() {
      guard index < nodes.count - 1 else {
        try compile(node)
        break
      }
      let place = steps.count
      try append(.match)
      try compile(node)
      ends.append(steps.count)
      try append(.match)
      steps[place] = .split(place + 1, steps.count)
    }
    for end in ends { steps[end] = .jump(steps.count) }
  }

  private mutating func compile(
    optional node: PatternNode, times: Int, isGreedy: Bool
  ) throws(PatternParser.Unsupported) {
    var splits: [Int] = []
    for _ in 0..<times {
      splits.append(steps.count)
      try append(.match)
      try compile(node)
    }
    for place in splits {
      steps[place] = isGreedy ? .split(place + 1, steps.count) : .split(steps.count, place + 1)
    }
  }

  private mutating func compile(loop node: PatternNode, isGreedy: Bool) throws(PatternParser.Unsupported) {
    let slot = slots
    slots += 1
    let place = steps.count
    try append(.match)
    try append(.save(slot))
    try compile(node)
    try append(.advanced(slot))
    try append(.jump(place))
    steps[place] = isGreedy ? .split(place + 1, steps.count) : .split(steps.count, place + 1)
  }
}
