import Foundation
import TestSupport
import Testing

@testable import CatchwordCompletion

/// What fails is said once, in a text that people can read.
struct FailureLogTests {
  private struct Localized: LocalizedError {
    var errorDescription: String? { "The list of cities is locked." }
  }

  private enum Plain: Error { case isLocked }

  private let messages = LoggedMessages()

  /// Reports errors of one source, a second apart, and returns what is logged of them.
  private func logged(_ errors: [any Error]) -> [String] {
    let failures = FailureLog(messages.log)
    for (second, error) in errors.enumerated() {
      failures.report(source: "cities", error, now: .seconds(second))
    }
    return messages.all
  }

  /// What an error of Foundation knows, it prints in an order of its own each time.
  @Test func theSameErrorOfFoundationIsSaidOnce() throws {
    let errors = (0..<30).map { _ in
      CocoaError(
        .fileReadNoSuchFile,
        userInfo: ["NSFilePath": "/nowhere/cities.txt", "a": 1, "b": 2, "c": 3, "d": 4, "e": 5, "f": 6])
    }
    let logged = logged(errors)
    try #require(logged.count == 1)
    #expect(logged[0].hasPrefix("Source \"cities\" gave no completions: "), "\(logged[0])")
    #expect(logged[0].contains("/nowhere/cities.txt"), "\(logged[0])")
    #expect(!logged[0].contains("UserInfo") && !logged[0].contains("Domain="), "\(logged[0])")
  }

  @Test func aFileThatIsNotThereIsSaidOnce() throws {
    let errors = (0..<10).compactMap { _ -> (any Error)? in
      do {
        _ = try String(contentsOf: URL(fileURLWithPath: "/nowhere/cities.txt"), encoding: .utf8)
        return nil
      } catch {
        return error
      }
    }
    let logged = logged(errors)
    #expect(errors.count == 10)
    #expect(logged.count == 1 && !logged[0].contains("UserInfo"), "\(logged)")
  }

  @Test func othersSayWhatTheyAre() {
    #expect(ErrorText.description(of: Localized()) == "The list of cities is locked.")
    #expect(ErrorText.description(of: Plain.isLocked) == "isLocked")
    #expect(ErrorText.description(of: ScriptedFailure()) == "no disk")
  }

  private struct ScriptedFailure: Error, CustomStringConvertible {
    let description = "no disk"
  }

  @Test(
    arguments: [
      (#"Error Domain=D Code=260 "It is gone." UserInfo={NSFilePath=/a "b"}"#, "It is gone."),
      (#"Error Domain=D Code=260 "It is gone."UserInfo={NSURL=file:///a}"#, "It is gone."),
      (#"Error Domain=D Code=260 "The file “a "b" c” is gone.""#, "The file “a \"b\" c” is gone."),
      (
        #"Error Domain=D Code=-1001 "(null)"UserInfo={NSURL=x, NSLocalizedDescription=Timed out., NSB=1}"#, "Timed out."
      ),
      (#"Error Domain=D Code=-1001 "(null)" UserInfo={NSLocalizedDescription=Timed out.}"#, "Timed out."),
      (#"Error Domain=NSPOSIXErrorDomain Code=5 "(null)""#, "NSPOSIXErrorDomain error 5"),
      ("no disk", nil), ("Error Domain=", nil),
    ] as [(String, String?)])
  func theReasonIsTakenOutOfWhatIsPrinted(text: String, reason: String?) {
    #expect(ErrorText.reason(in: text) == reason)
  }
}
