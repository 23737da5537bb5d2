/// The description of a word at one place, as numbers for a `Network`.
package struct Features: Equatable, Sendable {
  package enum Lane: Int, CaseIterable, Sendable {
    /// The logarithm of its likelihood after the tokens before the cursor.
    case likelihood
    /// The logarithm of its likelihood regardless of the context.
    case regardless
    /// The average nearness of its subwords before the cursor, from 0 to 1: in code, and in prose.
    case subwords, subwordsInProse
    /// 1 when it already stands on this line.
    case sameLine
    /// Its share of the votes for the same line above, for the same last line of the block, and for the same last two
    /// words; logarithmic, from 0 to 7.
    case above, siblings, pairs
    /// The distance to its nearest use in this document, in tokens; logarithmic.
    case age
    /// The number of its uses in this document, and elsewhere; logarithmic.
    case usesHere, usesElsewhere
    /// 1 when it has no uses there.
    case isNewHere, isNewElsewhere
    /// The number of its letters that are left to type; logarithmic.
    case left
    /// 1 when one letter is left, so that choosing the word saves nothing.
    case isNearlyDone
    /// 1 in prose.
    case isProse
    /// The gain in likelihood by the last one to five tokens, as logarithms.
    case gain1, gain2, gain3, gain4, gain5
    /// Its share of the votes after the last one to five tokens; logarithmic, from 0 to 7.
    case share1, share2, share3, share4, share5
    /// Its share of the votes for what stands soon behind the words before the cursor; logarithmic, from 0 to 7.
    case nearby
    /// The logarithm of the likelihood of its form after the last one or two tokens.
    case form
    /// The share of its subwords that are in the name of the file; those in its folder's name count half.
    case fileName
    /// Its share of the votes for what is written again, by the distance of its last use; logarithmic, from 0 to 7.
    case repeated
    /// The weight of the files and the other documents that have it; logarithmic.
    case files
    /// Its share of the votes for what is written again, by the token before its last use; logarithmic, from 0 to 7.
    case role
  }

  package typealias Vector = SIMD32<Float>

  package private(set) var vector: Vector

  package init(_ vector: Vector = Vector()) { self.vector = vector }

  package subscript(lane: Lane) -> Float {
    get { vector[lane.rawValue] }
    set { vector[lane.rawValue] = newValue }
  }

  /// Sets the features for the last `order` + 1 tokens: the gain in likelihood and the share of the votes.
  mutating func set(order: Int, gain: Float, share: Float) {
    vector[Lane.gain1.rawValue + order] = gain
    vector[Lane.share1.rawValue + order] = share
  }

  /// Returns a share on the logarithmic scale of a lane: 0 to 7.
  static func logarithmic(share: Float) -> Float {
    share == 0 ? 0 : Float(SystemMath.logarithm(of: 1 + 1000 * Double(share)))
  }

  /// The age of a word that was never used in this document.
  static let never: Float = 12
  /// The logarithm of the likelihood that is assumed for the form of a word that no text contains, and of other tokens.
  static let usualForm: Float = -2
  /// The number of letters left that is assumed where it should make no difference.
  static let usuallyLeft = 4
}
