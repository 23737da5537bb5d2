import CatchwordFiles
import Synchronization

/// The user of a server, by name and password.
package struct RedisUser: Sendable {
  /// Starts a program that prints a password.
  package typealias Program = @Sendable () throws(PageStoreError) -> any ByteChannel

  /// The name; nil for the server's default user.
  package var name: String?
  /// The path of a file with the password; nil for none.
  package var passwordFile: String?
  /// The program that prints the password; nil for none.
  package var passwordProgram: Program?
  private let printed = Printed()

  /// The password that the program has printed.
  private final class Printed: Sendable {
    let password = Mutex<[UInt8]?>(nil)
  }

  /// The maximum length of a password, in bytes.
  private static let maximumBytes = 4096
  /// The time that the program has, which may ask the user for something.
  private static let patience = Duration.seconds(30)

  /// Creates a user.
  package init(name: String? = nil, passwordFile: String? = nil, passwordProgram: Program? = nil) {
    (self.name, self.passwordFile, self.passwordProgram) = (name, passwordFile, passwordProgram)
  }

  /// Returns the password, without the end of its line; nil when there is none. The program is run once, and again when the
  /// server has refused what it printed.
  ///
  /// - Throws: `PageStoreError` when the file cannot be read, or others than its owner can; when the program prints none.
  func password() throws(PageStoreError) -> [UInt8]? {
    if let passwordProgram {
      if let printed = printed.password.withLock({ $0 }) { return printed }
      let password = try RedisUser.firstLine(of: passwordProgram())
      printed.password.withLock { $0 = password }
      return password
    }
    guard let passwordFile else { return nil }
    if FileSystem.isOpenToOthers(passwordFile) {
      throw PageStoreError("\(passwordFile) can be read by others: run chmod 600 \(passwordFile)", isAway: true)
    }
    do {
      let bytes = try FileSystem.contents(of: passwordFile, inside: nil, atMost: RedisUser.maximumBytes)
      return Array(bytes.prefix { !isEndOfLine($0) })
    } catch {
      throw PageStoreError("\(passwordFile) cannot be read: \(error)", isAway: true)
    }
  }

  /// Runs the program that prints the password, if there is one and it has not been run: that may take longer than a server
  /// is waited for.
  ///
  /// - Throws: `PageStoreError` when it prints none.
  func prepare() throws(PageStoreError) { if passwordProgram != nil { _ = try password() } }

  /// Drops the password that the program has printed, as it is refused.
  func forgetPassword() { printed.password.withLock { $0 = nil } }

  private static func firstLine(of program: any ByteChannel) throws(PageStoreError) -> [UInt8] {
    let deadline = ContinuousClock.now + patience
    var bytes: [UInt8] = []
    var failure: PageStoreError?
    while failure == nil, bytes.count < maximumBytes, !bytes.contains(where: isEndOfLine) {
      do throws(PageStoreError) { try program.read(into: &bytes, until: deadline) } catch { failure = error }
    }
    let line = Array(bytes.prefix { !isEndOfLine($0) })
    // The end of the program is that of the line.
    if !line.isEmpty, line.count < maximumBytes, failure?.isClosed != false { return line }
    let reason =
      if line.isEmpty {
        failure.map { $0.isClosed ? ": \($0)" : " within 30 seconds" } ?? ""
      } else {
        ": it is too long, or not yet whole after 30 s"
      }
    throw PageStoreError("\"passwordCommand\" prints no password\(reason)", isAway: true)
  }
}

private func isEndOfLine(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
