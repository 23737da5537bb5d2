/// Runs a regular expression over a text, in a bounded number of steps.
///
/// A pattern like `(a+)+$` would take longer than anyone waits; here it ends as `Exhausted`. Only lookahead recurses,
/// and the depth of the pattern bounds it.
struct PatternMatcher {
  /// The error of a match that takes too many steps.
  struct Exhausted: Error {}

  let program: PatternProgram
  let text: [Unicode.Scalar]
  let ignoresCase: Bool
  let isMultiline: Bool
  let dotMatchesBreaks: Bool
  /// The number of steps left, for all matches together.
  private(set) var stepsLeft: Int

  /// - Parameters:
  ///   - options: JavaScript's flags.
  ///   - steps: The maximum number of steps.
  init(_ program: PatternProgram, text: [Unicode.Scalar], options: String, steps: Int) {
    self.program = program
    stepsLeft = steps
    self.text = text
    ignoresCase = options.contains("i")
    isMultiline = options.contains("m")
    dotMatchesBreaks = options.contains("s")
  }

  /// Subtracts the cost of work beside the matching.
  mutating func charge(_ steps: Int) { stepsLeft -= steps }

  /// Finds the first match at or after a place.
  ///
  /// - Returns: The ranges of the match and of its groups, nil for a group without a match; nil when nothing matches.
  mutating func firstMatch(from start: Int) throws(Exhausted) -> [Range<Int>?]? {
    for place in start...max(start, text.count) where place <= text.count {
      charge(program.slots / 8)
      var slots = [Int](repeating: -1, count: program.slots)
      guard try run(from: 0, at: place, &slots) else { continue }
      return (0...program.groups).map { group in
        let (lower, upper) = (slots[2 * group], slots[2 * group + 1])
        return lower >= 0 && upper >= lower ? lower..<upper : nil
      }
    }
    return nil
  }

  /// A state to backtrack to: another step at a place, or the former value of a slot.
  private enum Alternative {
    case step(Int, at: Int)
    case slot(Int, value: Int)
  }

  private mutating func run(from first: Int, at start: Int, _ slots: inout [Int]) throws(Exhausted) -> Bool {
    var alternatives: [Alternative] = []
    var (step, place) = (first, start)
    while true {
      guard stepsLeft > 0 else { throw Exhausted() }
      stepsLeft -= 1
      charge(cost(of: program.steps[step], slots))
      var goesOn = true
      switch program.steps[step] {
      case .match: return true
      case .jump(let next):
        step = next
        continue
      case .split(let next, let other):
        alternatives.append(.step(other, at: place))
        step = next
        continue
      case .save(let slot):
        alternatives.append(.slot(slot, value: slots[slot]))
        slots[slot] = place
      case .advanced(let slot): goesOn = slots[slot] != place
      case .look(let isNegative, let next):
        var inner = slots
        let isThere = try run(from: step + 1, at: place, &inner)
        goesOn = isThere != isNegative
        if goesOn {
          if !isNegative { adopt(inner, &slots, &alternatives) }
          step = next
          continue
        }
      case .reference(let number): goesOn = moves(&place, over: slots, number)
      case .start: goesOn = place == 0 || (isMultiline && isBreak(place - 1))
      case .end: goesOn = place == text.count || (isMultiline && isBreak(place))
      case .wordBoundary(let isOne): goesOn = (isWord(place - 1) != isWord(place)) == isOne
      default:
        goesOn = place < text.count && matches(program.steps[step], text[place])
        if goesOn { place += 1 }
      }
      if goesOn {
        step += 1
      } else if !backtrack(&alternatives, &slots, &step, &place) {
        return false
      }
    }
  }

  /// Returns the cost of a step beyond one; about eight slots, ranges or characters are processed in a step's time.
  private func cost(of step: PatternProgram.Step, _ slots: [Int]) -> Int {
    switch step {
    case .look: return slots.count / 8
    // When case is ignored, the character is looked up in three forms.
    case .set(let set): return (ignoresCase ? 3 : 1) * set.ranges.count / 8
    case .reference(let number):
      let length = max(0, slots[2 * number + 1] - slots[2 * number])
      // Different characters are looked up in Unicode's tables.
      return ignoresCase ? length : length / 8
    default: return 0
    }
  }

  private func backtrack(
    _ alternatives: inout [Alternative], _ slots: inout [Int], _ step: inout Int, _ place: inout Int
  ) -> Bool {
    while let alternative = alternatives.popLast() {
      switch alternative {
      case .slot(let slot, let value): slots[slot] = value
      case .step(let other, let at):
        (step, place) = (other, at)
        return true
      }
    }
    return false
  }

  /// Keeps the groups that a lookahead has matched.
  private func adopt(_ inner: [Int], _ slots: inout [Int], _ alternatives: inout [Alternative]) {
    for slot in slots.indices where slots[slot] != inner[slot] {
      alternatives.append(.slot(slot, value: slots[slot]))
      slots[slot] = inner[slot]
    }
  }

  /// Moves past the text of a group; a group without a match is empty, as in JavaScript.
  private func moves(_ place: inout Int, over slots: [Int], _ number: Int) -> Bool {
    let (lower, upper) = (slots[2 * number], slots[2 * number + 1])
    guard lower >= 0, upper >= lower else { return true }
    guard place + upper - lower <= text.count else { return false }
    for offset in 0..<upper - lower where !isSame(text[lower + offset], text[place + offset]) { return false }
    place += upper - lower
    return true
  }

  private func matches(_ step: PatternProgram.Step, _ scalar: Unicode.Scalar) -> Bool {
    switch step {
    case .scalar(let wanted): isSame(wanted, scalar)
    case .any: dotMatchesBreaks || !PatternMatcher.isBreak(scalar)
    case .set(let set): contains(set, scalar)
    default: false
    }
  }

  private func contains(_ set: PatternSet, _ scalar: Unicode.Scalar) -> Bool {
    guard ignoresCase else { return set.contains(scalar) }
    let scalars = [scalar, PatternMatcher.lower(scalar), PatternMatcher.upper(scalar)]
    let isIn = scalars.contains { scalar in set.ranges.contains { $0.contains(scalar.value) } }
    return isIn != set.isNegated
  }

  private func isSame(_ one: Unicode.Scalar, _ other: Unicode.Scalar) -> Bool {
    one == other || (ignoresCase && PatternMatcher.lower(one) == PatternMatcher.lower(other))
  }

  private static func lower(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    let mapped = scalar.properties.lowercaseMapping.unicodeScalars
    return mapped.count == 1 ? mapped.first ?? scalar : scalar
  }

  private static func upper(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    let mapped = scalar.properties.uppercaseMapping.unicodeScalars
    return mapped.count == 1 ? mapped.first ?? scalar : scalar
  }

  private static func isBreak(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\n" || scalar == "\r" || scalar == "\u{2028}" || scalar == "\u{2029}"
  }

  private func isBreak(_ place: Int) -> Bool {
    text.indices.contains(place) && PatternMatcher.isBreak(text[place])
  }

  private func isWord(_ place: Int) -> Bool { text.indices.contains(place) && PatternSet.words.contains(text[place]) }
}
