/// What is known about a word at one place, as numbers for a `Network`.
package struct Features: Equatable, Sendable {
  package enum Lane: Int, CaseIterable, Sendable {
    /// The logarithm of its likelihood behind the tokens before the cursor.
    case likelihood
    /// The logarithm of its likelihood wherever the cursor is.
    case regardless
    /// How many of its parts stand just before, from 0 to 1: in code, and in prose.
    case subwords, subwordsInProse
    /// 1 when it stands on this line already.
    case sameLine
    /// How often it follows what the line above begins with, what the last line of the same block begins with, and the last
    /// two words; logarithmic, from 0 to 7.
    case above, siblings, pairs
    /// How far back its last use is in this document, in tokens; logarithmic.
    case age
    /// How often it is used in this document, and elsewhere; logarithmic.
    case usesHere, usesElsewhere
    /// 1 when it is not.
    case isNewHere, isNewElsewhere
    /// How many letters of it are left to type; logarithmic.
    case left
    /// 1 when that is one: whoever chooses it saves nothing.
    case isNearlyDone
    /// 1 in prose.
    case isProse
    /// How much likelier the last one to five tokens make it, as logarithms.
    case gain1, gain2, gain3, gain4, gain5
    /// What share of the votes it has behind the last one to five tokens, logarithmic, from 0 to 7.
    case share1, share2, share3, share4, share5
  }

  package typealias Vector = SIMD32<Float>

  package private(set) var vector: Vector

  package init(_ vector: Vector = Vector()) { self.vector = vector }

  package subscript(lane: Lane) -> Float {
    get { vector[lane.rawValue] }
    set { vector[lane.rawValue] = newValue }
  }

  /// The likelihood behind the last `order` + 1 tokens: how much it gained, and by what share.
  mutating func set(order: Int, gain: Float, share: Float) {
    vector[Lane.gain1.rawValue + order] = gain
    vector[Lane.share1.rawValue + order] = share
  }

  /// What a share is as a lane: 0 to 7.
  static func logarithmic(share: Float) -> Float {
    share == 0 ? 0 : Float(Platform.logarithm(of: 1 + 1000 * Double(share)))
  }

  /// The age of what was never used here.
  static let never: Float = 12
  /// How many letters count as left where that is to make no difference.
  static let usuallyLeft = 4
}
