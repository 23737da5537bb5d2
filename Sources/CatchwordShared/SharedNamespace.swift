/// The name of a set of shared words: `acme/monorepo`.
public struct SharedNamespace: Hashable, Sendable {
  /// The name.
  public let text: String

  /// What a name may have, as an instruction to users.
  package static let rule = "write letters, digits, \"-\", \"_\" and \".\", in parts with \"/\" between them."

  /// The maximum length of a name, in bytes.
  package static let maximumBytes = 200

  /// Takes a name: letters, digits, `-`, `_` and `.`, in parts with `/` between them. No part begins with a dot.
  ///
  /// - Returns: Nil for another text.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    let isName = parts.allSatisfy { part in
      !part.isEmpty && part.first != "."
        && part.utf8.allSatisfy { byte in
          (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || byte == 0x2D || byte == 0x5F || byte == 0x2E
        }
    }
    guard isName, text.utf8.count <= SharedNamespace.maximumBytes else { return nil }
    self.text = text
  }
}
