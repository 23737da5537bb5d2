/// Made-up identifiers, the same for the same seed and number, and distinct for numbers below `capacity`.
///
/// Three shapes alternate: plain words of syllables, and two or three parts in camelCase, snake_case or PascalCase,
/// some with a digit at the end. Within a shape the numbers are scattered over all possible identifiers, so that
/// neighbours have nothing in common; only the parts are stored.
struct MadeUpWords {
  /// The limit of the distinct identifiers: numbers from here on may repeat one.
  static let capacity = 10_000_000

  private let parts: [[UInt8]]
  private let offset: Int

  init(seed: UInt64) {
    var random = SoakRandom(seed: seed)
    var parts = MadeUpWords.stems
    var known = Set(parts)
    while parts.count < 1024 {
      var word = MadeUpWords.onsets[random.number(below: MadeUpWords.onsets.count)]
      word += MadeUpWords.vowels[random.number(below: MadeUpWords.vowels.count)]
      word += MadeUpWords.codas[random.number(below: MadeUpWords.codas.count)]
      if random.number(below: 3) > 0 { word += MadeUpWords.endings[random.number(below: MadeUpWords.endings.count)] }
      if word.utf8.count > 2, known.insert(word).inserted { parts.append(word) }
    }
    self.parts = parts.map { Array($0.utf8) }
    offset = random.number(below: 1 << 30)
  }

  /// Returns the identifier of a number.
  func word(_ number: Int) -> String {
    var bytes: ContiguousArray<UInt8> = []
    append(number, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the identifier of a number.
  func append(_ number: Int, to bytes: inout ContiguousArray<UInt8>) {
    // One of ten is plain, three have two parts, and six have three.
    let (round, place) = number.quotientAndRemainder(dividingBy: 10)
    switch place {
    case 0: appendPlain(round, to: &bytes)
    case 1..<4: appendParts(2, round * 3 + place - 1, to: &bytes)
    default: appendParts(3, round * 6 + place - 4, to: &bytes)
    }
  }

  /// Maps the numbers below a count one-to-one to numbers below the count, scattered.
  private func scatter(_ number: Int, below count: Int) -> Int {
    // A prime larger than any factor of any count here, so its multiples reach every number.
    ((number + offset) % count * 7_368_787) % count
  }

  private func appendPlain(_ number: Int, to bytes: inout ContiguousArray<UInt8>) {
    let (onsets, vowels, codas) = (MadeUpWords.onsets.count, MadeUpWords.vowels.count, MadeUpWords.codas.count)
    var rest = scatter(number, below: onsets * vowels * onsets * vowels * onsets * vowels * codas)
    // A syllable begins with consonants and goes on with vowels, so different syllables make different words.
    for _ in 0..<3 {
      bytes += MadeUpWords.onsets[rest % onsets].utf8
      rest /= onsets
      bytes += MadeUpWords.vowels[rest % vowels].utf8
      rest /= vowels
    }
    bytes += MadeUpWords.codas[rest].utf8
  }

  private func appendParts(_ count: Int, _ number: Int, to bytes: inout ContiguousArray<UInt8>) {
    let all = (0..<count).reduce(4) { product, _ in product * parts.count }
    var rest = scatter(number, below: all)
    let style = rest % 4
    rest /= 4
    for index in 0..<count {
      let part = parts[rest % parts.count]
      rest /= parts.count
      // Snake, Pascal, camel, and camel with a digit.
      if style == 0 && index > 0 { bytes.append(UInt8(ascii: "_")) }
      let isCapital = style == 1 || (style > 1 && index > 0)
      bytes.append(isCapital ? part[0] - 0x20 : part[0])
      bytes += part[1...]
    }
    if style == 3 { bytes.append(UInt8(ascii: "2")) }
  }

  // MARK: Parts of words

  /// Stems, repeated as often as they are common, so that first letters are as uneven as in real programs.
  private static let stems = """
    access action active add alloc append apply array assert async attach backup base batch begin block body bool bound
    buffer build byte cache call cancel capacity cell change channel char check child class clear client clone close code
    color column command commit compare complete component compute config connect console constant contain content
    context control convert copy count create current cursor data date debug decode default delay delete depth detail
    device diff direct disable display dispatch document domain done draw driver edit element enable encode end engine
    entry enum error event exec exist expand expect export extend extern fail fetch field file fill filter find first
    fixed flag flush folder font format frame free from full func future gap gate get global graph group guard handle
    has hash head heap height help hidden hint host icon ignore image import index info init inner input insert instance
    int invalid is item iterate job join json key kind label language last layer layout leaf length level limit line link
    list load local lock log long loop main make manager map mark mask match max member memory menu merge message meta
    method min mode model module mouse move mutex name native network next node note null number object offset old open
    option order origin output owner pack page panel param parent parse part patch path pause pending pipe pixel place
    point policy pool port position prefix prepare press prev print private process profile program project property
    proto proxy public push query queue quick random range rank rate raw read ready record rect ref region register
    release remote remove render repeat replace report request reset resolve resource response result resume retry
    return root round route row rule run safe sample save scale scan schedule schema scope screen script scroll search
    section segment select send sequence server session set setup shape share shell show signal size skip slot snapshot
    socket sort source space span spec split stack stage start state static status step stop storage store stream string
    struct style submit suffix summary support switch symbol sync syntax system tab table tag target task temp template
    term test text thread time title token tool top total trace track transform tree trim type unit update upload user
    util valid value variable vector verify version view visible visit wait walk watch weight widget width window word
    work worker wrap write yield zero zone
    """.split { $0 == " " || $0 == "\n" }.map(String.init)

  private static let onsets = [
    "s", "st", "sp", "str", "c", "cr", "cl", "p", "pr", "pl", "t", "tr", "r", "d", "dr", "m", "f", "fr", "l", "n", "b",
    "g", "h", "v", "w", "k",
  ]
  private static let vowels = ["a", "e", "i", "o", "u", "ea"]
  private static let codas = ["", "n", "r", "t", "s", "l", "nd", "ct"]
  private static let endings = ["er", "ing", "ed", "ion", "able", "al", "or", "ment", "ity", "ive"]
}
