import Fuzzing
import Testing

/// Inputs that the fuzzer has found, and for which a check was wrong.
struct FuzzTargetTests {
  /// Foundation leaves out a byte order mark at the beginning of a string.
  @Test(arguments: [
    "{\"\u{FEFF}a\":\"\u{FEFF}b\",\"c\":\"d\u{FEFF}\"}", "[\"\u{FEFF}\u{FEFF}x\"]", "{\"a\":1,\"\u{FEFF}a\":2}",
  ])
  func aStringMayBeginWithAByteOrderMark(text: String) {
    #expect(throws: Never.self) { try FuzzTarget.json.check(ContiguousArray(text.utf8)) }
  }
}
