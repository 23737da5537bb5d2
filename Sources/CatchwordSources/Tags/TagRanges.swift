/// The ranges of a sorted tags file whose names begin with the first characters of the typed text.
///
/// They are kept from one key to the next, so that they need not be found again when the typed text grows or shrinks.
/// They are valid for one state of one file.
struct TagRanges: Sendable {
  /// A range of consecutive lines.
  struct Part: Sendable {
    /// The prefix of their names.
    var prefix: [UInt8]
    /// The range of their offsets, in bytes.
    var range: Range<Int>
  }

  /// The parts that remain after each character, out of those before it.
  private(set) var steps: [(scalar: Unicode.Scalar, parts: [Part])] = []

  /// Removes all steps but those of the prefix shared with other characters.
  mutating func keep(_ scalars: some Sequence<Unicode.Scalar>) {
    let common = zip(steps, scalars).prefix { $0.scalar == $1 }.count
    steps.removeSubrange(common...)
  }

  /// Adds the parts that remain after one more character.
  mutating func append(_ scalar: Unicode.Scalar, _ parts: [Part]) { steps.append((scalar, parts)) }
}
