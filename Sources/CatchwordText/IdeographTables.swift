/// The few letters that mark the beginnings and ends of words in Chinese and Japanese.
///
/// They are the most frequent function words of either language that are one letter long, and the common words of two
/// letters in which such a letter is not a word of its own. A letter that is more often part of a word than a word (不,
/// 地, 得, 上) is left out: a wrong break hurts more than a missing one.
enum IdeographTables {
  /// Chinese function words, simplified and traditional: possessive, aspect, "to be", "at", "and", "or", pronouns.
  static let functionWords = letters("的了是在和与與及或也都就而被把吗嗎呢吧很我你他她它")

  /// Words that contain one of `functionWords`, Chinese first, then those that only Japanese has.
  private static let compounds = pairs(
    """
    目的 的确 的確 为了 為了 除了 了解 但是 可是 就是 只是 还是 還是 不是 总是 總是 要是 于是 於是 而是 或是 是否 是非
    现在 現在 存在 正在 所在 实在 實在 在于 在於 在线 在線 在内 不在 内在 潜在 潛在 自在 在意 和平 和谐 和諧 总和 總和
    共和 温和 溫和 和解 饱和 飽和 调和 調和 缓和 緩和 参与 參與 与否 與否 与其 給與 以及 及时 及時 及其 涉及 普及 及格
    或者 或许 或許 也许 也許 首都 都市 京都 成都 都会 都會 就业 就業 成就 就职 就職 就算 而且 然而 因而 从而 從而 反而
    被告 被害 被动 被動 把握 酒吧 你好 妳好 我国 我國 我方 我校 我市 我省 他日 他乡 他鄉 我们 我們 自我 你们 你們 他们 他們 她们 她們 它们 它們 其他 他人 吉他 其它
    完了 終了 了承 魅了 在庫 在宅 滞在 昭和 令和 和食 和服 和風 関与 付与 給与 与党 言及 追及 波及 被災 他国 他社
    """)

  /// Pairs with which a compound continues instead of ending: 東京都庁, 共和国.
  private static let continuations = pairs("都庁 都内 都心 都道 都合 都度 都立 都知 都民 和国 和國")

  /// True when a compound that ends with `left` continues with `right`.
  static func goesOn(_ left: UInt32, _ right: UInt32) -> Bool {
    continuations.contains(UInt64(left) << 32 | UInt64(right))
  }

  /// Japanese particles that never or hardly ever continue with a verb, so kana after Han are read as a particle.
  static let particles = letters("はがにへとでもの")

  /// The object particle を, which is a particle everywhere.
  static let objectParticle: UInt32 = 0x3092

  /// The polite prefixes, which are part of the noun after them.
  static let honorifics = letters("おご")

  /// True for a word of two letters that contains a function word.
  static func isCompound(_ left: UInt32, _ right: UInt32) -> Bool {
    guard functionWords.contains(left) || functionWords.contains(right) else { return false }
    return goesOn(left, right) || compounds.contains(UInt64(left) << 32 | UInt64(right))
  }

  private static func letters(_ text: String) -> Set<UInt32> { Set(text.unicodeScalars.map(\.value)) }

  private static func pairs(_ text: String) -> Set<UInt64> {
    Set(
      text.split(whereSeparator: \.isWhitespace).map { word in
        word.unicodeScalars.reduce(0) { $0 << 32 | UInt64($1.value) }
      })
  }
}
