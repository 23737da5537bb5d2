/// A model of the names in programs: which letters follow each other, and where capitals and digits stand.
///
/// It was counted in the sources of this project.
enum NameModel {
  /// Returns the information in a run of ASCII letters and digits by this model, in thousandths of a bit.
  ///
  /// - Complexity: O(length).
  static func bits(_ run: UnsafeBufferPointer<UInt8>, ignoresCase: Bool) -> Int {
    costs.withUnsafeBufferPointer { costs in
      var (sum, last) = (0, Code.beginning)
      for byte in run {
        let code = Code.of(ignoresCase && byte.isCapital ? byte | 0x20 : byte)
        guard code < Code.beginning else { continue }
        sum += Int(costs[last * Code.beginning + code])
        last = code
      }
      return sum
    }
  }

  /// The numbers of characters: small letters, capitals, a digit, which are all alike, and the beginning of a run.
  private enum Code {
    static let (capital, digit, beginning) = (26, 52, 53)

    /// Returns the number of a byte; `beginning` for one that is neither a letter nor a digit.
    static func of(_ byte: UInt8) -> Int {
      if byte.isSmall { return Int(byte &- 0x61) }
      if byte.isCapital { return capital + Int(byte &- 0x41) }
      return byte.isDigit ? digit : beginning
    }

    static func kind(_ code: Int) -> Int { code < capital ? 0 : code < digit ? 1 : code < beginning ? 2 : 3 }
  }

  /// By the number of a character and that of the next: the cost of the next, in thousandths of a bit.
  private static let costs: ContiguousArray<Int16> = {
    let rows = UnsafeBufferPointer(start: letters.utf8Start, count: letters.utf8CodeUnitCount).filter(\.isDigit)
    var costs = ContiguousArray<Int16>()
    for last in 0...Code.beginning {
      for next in 0..<Code.beginning {
        let cost = changes[Code.kind(last) * 3 + Code.kind(next)]
        // A capital behind a small letter begins a word.
        let isWithin = last < Code.digit && (next < Code.capital || last >= Code.capital)
        let row = isWithin ? last % Code.capital : firstRow
        costs.append(cost + (next == Code.digit ? digit : 1000 * Int16(rows[row * 26 + next % Code.capital] - 0x30)))
      }
    }
    return costs
  }()

  private static let firstRow = 26

  /// The cost of which digit it is, in thousandths of a bit.
  private static let digit: Int16 = 3300

  /// The cost of a small letter, a capital and a digit, by the kind of the previous character (last row: none), in thousandths
  /// of a bit.
  private static let changes: [Int16] = [
    100, 3700, 7600,
    300, 2400, 5700,
    1900, 2500, 800,
    400, 2300, 4400,
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
}
