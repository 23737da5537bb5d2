/// A value that is assigned to the name of a secret: it may be a secret itself, the name of something, or a hint.
struct SecretValue {
  /// The notation of a value.
  enum Form {
    /// A value in quotation marks.
    case quoted
    /// A value that is assigned to a password, in quotation marks or in a line of settings.
    case password
    /// A bare value, up to white space or a delimiter.
    case bare
    /// A bare value after only a space, as in `password hunter22`.
    case mentioned
  }

  let bytes: UnsafeBufferPointer<UInt8>
  let form: Form

  /// The minimum length of a secret value.
  private static let shortest = 6

  /// The minimum number of hexadecimal digits that are not a word.
  private static let longHexadecimal = 20

  /// True when the value is likelier a secret than a name, a type, a call or a sentence.
  var isSecret: Bool {
    guard bytes.count >= SecretValue.shortest, !isTemplate, !isCodeOrColor else { return false }
    if bytes.count >= SecretValue.longHexadecimal, bytes.allSatisfy(\.isHexDigit) { return form != .mentioned }
    var kinds: CharacterKinds = []
    var (marks, hasInnerDigit, isASCII) = (0, false, true)
    for (index, byte) in bytes.enumerated() {
      if byte.isBlank { return false }
      if byte >= 0x80 { isASCII = false }
      guard let kind = CharacterKind(byte) else {
        if !SecretValue.namesHave(byte) { marks += 1 }
        continue
      }
      kinds.insert(CharacterKinds(rawValue: 1 << UInt8(kind.rawValue)))
      if kind == .digit, index + 1 < bytes.count, bytes[index + 1].isLetter { hasInnerDigit = true }
    }
    if form == .mentioned, kinds != .all || bytes.count < 8 { return false }
    // A number is a secret only where its name says so; `timeout: 300000` never comes here.
    if kinds == .digits { return form != .mentioned }
    if marks > 0, isASCII, kinds.contains(.digits), !kinds.isDisjoint(with: [.smallLetters, .capitals]) { return true }
    if form == .password, kinds.contains(.digits) { return true }
    if kinds == .all, hasInnerDigit, bytes.count >= 8 { return true }
    return surplus > (kinds.contains(.digits) ? 2000 : 8000)
  }

  /// True for the marks that names contain besides letters and digits.
  private static func namesHave(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "/")
      || byte == UInt8(ascii: ":")
  }

  /// True for a placeholder for a secret, such as `${PASSWORD}`.
  private var isTemplate: Bool {
    bytes.contains { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "<") }
      || bytes.starts(with: "$".utf8) && bytes.dropFirst().allSatisfy { $0.isLetter || $0.isDigit || $0 == 0x5F }
  }

  /// True for the number of a constant, such as `0x06054b50`, or a colour, such as `#d0d0d0`.
  private var isCodeOrColor: Bool {
    if SecretDetector.isNumber(bytes, upTo: 8) { return true }
    let digits = bytes.dropFirst()
    return bytes[0] == UInt8(ascii: "#") && (digits.count == 6 || digits.count == 8) && digits.allSatisfy(\.isHexDigit)
  }

  /// The information in its parts as names in excess of that as random characters, in thousandths of a bit.
  private var surplus: Int {
    var (bits, start) = (0, 0)
    while start < bytes.count {
      var end = start
      while end < bytes.count, bytes[end].isLetter || bytes[end].isDigit { end += 1 }
      if end - start > 1 {
        let part = UnsafeBufferPointer(rebasing: bytes[start..<end])
        bits += NameModel.surplus(of: part, CharacterKinds(part))
      }
      start = end + 1
    }
    return bits
  }
}
