/// A part of Catchword that must hold up against any bytes whatever.
///
/// What an input means is the target's own affair; each check is total, needs no time and leaves nothing behind.
public enum FuzzTarget: String, CaseIterable, Sendable {
  /// The frame decoder: a byte stream, in pieces of any size.
  case frames
  /// The JSON reader.
  case json
  /// A whole server: a dialogue from the first message to the last.
  case dialogue
  /// A document that follows edits, and the words that come and go with them.
  case edits

  /// Checks one input.
  ///
  /// - Throws: `Finding` when something is not as it must be.
  public func check(_ input: ContiguousArray<UInt8>) throws(Finding) {
    switch self {
    case .frames: try FrameChecks.check(input)
    case .json: try JSONChecks.check(input)
    case .dialogue: try DialogueChecks.check(input)
    case .edits: try EditChecks.check(input)
    }
  }
}

/// Something that must never be.
public struct Finding: Error, CustomStringConvertible {
  /// What was found, in one sentence.
  public let description: String

  init(_ description: String) { self.description = description }

  /// Throws unless a claim holds.
  static func unless(_ claim: Bool, _ description: @autoclosure () -> String) throws(Finding) {
    if !claim { throw Finding(description()) }
  }
}
