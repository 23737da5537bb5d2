/// Where in a sorted tags file the names are that begin with the first characters of what is typed.
///
/// Kept from one key to the next, so that nothing is looked for again while what is typed grows, or shrinks. It holds for
/// one state of one file.
struct TagRanges: Sendable {
  /// Lines that follow each other.
  struct Part: Sendable {
    /// What their names begin with.
    var prefix: [UInt8]
    /// Where they are, in bytes.
    var range: Range<Int>
  }

  /// For each character the parts that are left of those before.
  private(set) var steps: [(scalar: Unicode.Scalar, parts: [Part])] = []

  /// Forgets all but what holds for other characters, too.
  mutating func keep(_ scalars: some Sequence<Unicode.Scalar>) {
    let common = zip(steps, scalars).prefix { $0.scalar == $1 }.count
    steps.removeSubrange(common...)
  }

  /// Adds the parts that are left after one more character.
  mutating func append(_ scalar: Unicode.Scalar, _ parts: [Part]) { steps.append((scalar, parts)) }
}
