/// The names that people give to secrets: `DB_PASSWORD`, `api-key`, `clientSecret`.
enum SecretName {
  /// True when the name of a secret ends at `end`, whatever precedes it and in any case.
  ///
  /// Digits, and marks between the words of a name, are ignored.
  ///
  /// - Parameter start: The beginning of the text that may be read.
  /// - Complexity: O(1): names are at most 24 letters long.
  static func ends(at end: Int, from start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var last = end
    while last > start, last > end - 4, bytes[last - 1].isDigit || isMark(bytes[last - 1]) { last -= 1 }
    guard last > start, bytes[last - 1].isLetter else { return false }
    return names.letters.withUnsafeBufferPointer { letters in
      names.byLast[Int((bytes[last - 1] | 0x20) &- 0x61)].contains { name in
        let name = (letters: UnsafeBufferPointer(rebasing: letters[name.letters]), standsAlone: name.standsAlone)
        guard let first = first(of: name.letters, in: bytes, from: start, to: last) else { return false }
        return !name.standsAlone || isBeginning(first, from: start, in: bytes)
      }
    }
  }

  /// True for a name that ends with `password` or a synonym, in any case.
  static func saysPassword(_ name: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    ["password", "passwd", "passphrase", "passwort", "kennwort", "pwd", "pw"].contains { ending in
      name.suffix(ending.utf8.count).lazy.map { $0 | 0x20 }.elementsEqual(ending.utf8)
    }
  }

  /// False when no name of a secret ends with these two characters; a fast check.
  static func mayEnd(_ first: UInt8, _ second: UInt8) -> Bool {
    // A name that ends with marks or digits needs a closer look.
    guard second.isLetter, first.isLetter else { return second != UInt8(ascii: ".") && second != UInt8(ascii: "/") }
    return endings[Int((first | 0x20) &- 0x61) * 26 + Int((second | 0x20) &- 0x61)]
  }

  /// By the last two letters: true when a name ends with them.
  private static let endings: [Bool] = {
    var endings = [Bool](repeating: false, count: 26 * 26)
    for name in names.byLast.joined() {
      let letters = names.letters[name.letters.prefix(2)].map { Int($0 &- 0x61) }
      endings[letters[1] * 26 + letters[0]] = true
    }
    return endings
  }()

  /// True where no letter precedes, or a small one precedes a capital.
  private static func isBeginning(_ place: Int, from start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard place > start else { return true }
    return !bytes[place - 1].isLetter || (bytes[place - 1].isSmall && bytes[place].isCapital)
  }

  private static func isMark(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") }

  /// Returns the start of a name when it ends at `end`; nil when it does not.
  ///
  /// - Parameter letters: Its letters, the last one first.
  private static func first(
    of letters: UnsafeBufferPointer<UInt8>, in bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int
  ) -> Int? {
    var place = end
    for letter in letters {
      if place > start, place < end, isMark(bytes[place - 1]) { place -= 1 }
      guard place > start, bytes[place - 1] | 0x20 == letter else { return nil }
      place -= 1
    }
    return place
  }

  private struct Names {
    struct Name {
      /// The range of its letters.
      let letters: Range<Int>
      /// True when it is not a part of a longer word, as `pass` is in `compass`.
      let standsAlone: Bool
    }

    /// The letters of all names, the last one of each first: names with arrays of their own would be retained at each word.
    var letters: ContiguousArray<UInt8> = []
    /// The names by their last letter.
    var byLast = [[Name]](repeating: [], count: 26)
  }

  private static let names: Names = {
    var names = Names()
    func add(_ list: String, standsAlone: Bool) {
      for name in list.split(separator: " ") {
        let start = names.letters.count
        names.letters += name.utf8.reversed()
        names.byLast[Int(names.letters[start] - 0x61)].append(
          Names.Name(letters: start..<names.letters.count, standsAlone: standsAlone))
      }
    }
    add(
      """
      password passwords passwd passphrase passcode passwort kennwort secret secrets token tokens apikey apikeys appkey privatekey \
      secretkey accesskey authkey signingkey encryptionkey masterkey accountkey sharedkey sharedaccesskey sessionkey \
      servicekey deploykey licensekey writekey readkey adminkey clientkey cryptkey hmackey storagekey keybase \
      integrationkey routingkey presharedkey publishkey subscribekey applicationkey consumerkey credential credentials \
      webhook webhookurl connectionstring authorization bearer
      """, standsAlone: false)
    add("pwd pass pw auth psk sig pat jwt cookie sid otp pin salt dsn wpapsk", standsAlone: true)
    return names
  }()
}
