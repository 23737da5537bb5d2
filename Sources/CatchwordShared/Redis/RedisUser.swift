import CatchwordFiles

/// The user of a server, by name and password.
package struct RedisUser: Equatable, Sendable {
  /// The name; nil for the server's default user.
  package var name: String?
  /// The path of a file with the password; nil for none.
  package var passwordFile: String?

  /// The maximum length of a password, in bytes.
  private static let maximumBytes = 4096

  /// Creates a user.
  package init(name: String? = nil, passwordFile: String? = nil) {
    (self.name, self.passwordFile) = (name, passwordFile)
  }

  /// Reads the password, without the end of its line; nil when there is none.
  ///
  /// - Throws: `PageStoreError` when the file cannot be read, or others than its owner can.
  func password() throws(PageStoreError) -> [UInt8]? {
    guard let passwordFile else { return nil }
    if FileSystem.isOpenToOthers(passwordFile) {
      throw PageStoreError("\(passwordFile) can be read by others: run chmod 600 \(passwordFile)", isAway: true)
    }
    do {
      let bytes = try FileSystem.contents(of: passwordFile, inside: nil, atMost: RedisUser.maximumBytes)
      return Array(bytes.prefix { $0 != 0x0A && $0 != 0x0D })
    } catch {
      throw PageStoreError("\(passwordFile) cannot be read: \(error)", isAway: true)
    }
  }
}
