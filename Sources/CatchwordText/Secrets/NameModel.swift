/// A model of the names in programs: which letters follow each other, and where capitals and digits stand.
///
/// It was counted in the sources of this project.
enum NameModel {
  /// Returns the number of bits that encode a run of ASCII letters and digits in this model.
  ///
  /// - Complexity: O(length).
  static func bits(_ run: UnsafeBufferPointer<UInt8>, ignoresCase: Bool) -> Double {
    tables.withUnsafeBufferPointer { tables in
      let letters = UnsafeBufferPointer(rebasing: tables[12...])
      var bits = 0.0
      // The previous kind, or `none`, and the previous letter, or the row for the beginning of a word.
      var (last, lastLetter) = (none, firstRow)
      for byte in run {
        let byte = ignoresCase && byte.isCapital ? byte | 0x20 : byte
        guard let kind = CharacterKind(byte)?.rawValue else { continue }
        bits += tables[last * 3 + kind]
        if kind == CharacterKind.digit.rawValue {
          bits += digit
          lastLetter = firstRow
        } else {
          let letter = Int(byte | 0x20) - 0x61
          let begins = kind == CharacterKind.capital.rawValue && last == CharacterKind.small.rawValue
          bits += letters[(begins ? firstRow : lastLetter) * 26 + letter]
          lastLetter = letter
        }
        last = kind
      }
      return bits
    }
  }

  private static let none = 3
  private static let firstRow = 26

  /// The cost of a digit in bits; all digits are alike.
  private static let digit = 3.3

  /// The cost in bits of a small letter, a capital and a digit, by the kind of the previous character (last row: none).
  private static let changes: [Double] = [
    0.1, 3.7, 7.6,
    0.3, 2.4, 5.7,
    1.9, 2.5, 0.8,
    0.4, 2.3, 4.4,
  ]

  /// The cost in bits, up to 9, of a letter (a to z) by the previous letter (a to z; last row: the first of a word).
  private static let letters: StaticString = """
    75449659596353959343677669
    37672789468399499457399839
    39683993594489289574599979
    47752769299589399537699969
    48435668799553856234866589
    49873389299597299464499979
    47872954399554499345499999
    27991998499879389565595999
    57545659799452359633969697
    38683888566888388828388888
    47871878298794689736497999
    39952799398399379955579959
    25882899499757439958499979
    49433638596796479833669979
    66557569696542559355464899
    39873895599399349354599969
    78888888888788788658088888
    37642869496656389544659959
    49492894495677449942495969
    39582793399788479435697959
    55664669599443749343599997
    39791999399979599969899979
    39973993399794299449996899
    45553797399869639771999569
    57694989699554429732995956
    36881686488688488866688862
    44455466477455548434574599
    """

  /// The changes, then the letters, row by row: looked up for each letter of a possible key.
  private static let tables: ContiguousArray<Double> = {
    let rows = UnsafeBufferPointer(start: letters.utf8Start, count: letters.utf8CodeUnitCount)
    return ContiguousArray(changes + rows.filter(\.isDigit).map { Double($0 - 0x30) })
  }()
}
