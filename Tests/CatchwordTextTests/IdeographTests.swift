import CatchwordText
import Testing

/// Words of Chinese and Japanese, and of their neighbours that are left whole.
struct IdeographTests {
  @Test(arguments: [
    // A word of grammar ends a word, unless it is part of a common one.
    ("我们在研究自然语言处理的方法。", "我们 在 研究自然语言处理 的 方法"),
    ("这是目的地，他了解了情况", "这 是 目的 地 他 了解 了 情况"),
    ("首都是北京、你和我", "首都 是 北京 你 和 我"), ("和平与发展", "和平 与 发展"),
    ("为了解决问题", "为了 解决问题"), ("我們現在或者以後", "我們 現在 或者 以後"), ("是否在线上", "是否 在线 上"),
    ("你好，我国、他乡", "你好 我国 他乡"),
    // Names and terms stay whole, and so does what is longer: nothing here tells where it may be cut.
    ("北京大学学习计算机科学", "北京大学学习计算机科学"),
    ("机器学习算法", "机器学习算法"), ("一九八四年", "一九八四年"), ("日本語入力", "日本語入力"), ("東京都庁、京都府庁", "東京都庁 京都 府庁"),
    ("中华人民共和国", "中华人民共和国"),
    // Punctuation of any width.
    ("用户名：张三，（李四）“王五”《红楼梦》", "用户名 张三 李四 王五 红楼梦"),
    // Han with the kana that inflect it, and particles after nouns.
    ("私は東京に住んでいます。", "私 は 東京 に 住んでいます"), ("新しい言語を学ぶ", "新しい 言語 を 学ぶ"),
    ("私はここで食べる", "私 は ここで 食べる"), ("お金がない、ご飯を", "お金 が ない ご飯 を"),
    ("ありがとうございます", "ありがとうございます"), ("時々刻々と人々が", "時々刻々 と 人々 が"), ("与える及び", "与える 及び"),
    // Katakana is one word, the long vowel goes with the kana before it, and the middle dot is punctuation.
    ("コーヒーを飲む", "コーヒー を 飲む"), ("データベースの設計", "データベース の 設計"),
    ("らーめんを食べた", "らーめん を 食べた"), ("ジョン・スミス", "ジョン スミス"), ("コーヒーはここ", "コーヒー は ここ"),
    ("ﾊﾞｽ停とｶﾌｪｰ", "ﾊﾞｽ 停 と ｶﾌｪｰ"), ("か\u{3099}き\u{3099}と", "か\u{3099}き\u{3099}と"), ("「引用」と、", "引用 と"),
    // Other scripts begin and end words, whatever joins theirs.
    ("Swift言語は速いです", "Swift 言語 は 速いです"), ("3ヶ月2024年", "3 ヶ月 2024 年"), ("東京-大阪", "東京 大阪"),
    // Scripts with spaces, and those whose words need a dictionary, stay as they are written.
    ("한국어를 배우다", "한국어를 배우다"), ("สวัสดีครับ คุณสบายดีไหม", "สวัสดีครับ คุณสบายดีไหม"), ("ສະບາຍດີ ທຸກຄົນ", "ສະບາຍດີ ທຸກຄົນ"),
    ("សួស្តី ពិភពលោក", "សួស្តី ពិភពលោក"), ("မင်္ဂလာပါ ကမ္ဘာ", "မင်္ဂလာပါ ကမ္ဘာ"),
  ])
  func words(text: String, expected: String) {
    #expect(Words.of(text, "plaintext").joined(separator: " ") == expected)
  }

  @Test(arguments: [
    ("我们在研究自然语言处理的方法。", "我们在研究自然语言处理的方法"), ("私は東京に、コーヒーを飲む", "私は東京に コーヒーを飲む"),
    ("Swift言語は", "Swift 言語は"),
  ])
  func wordsWhenSwitchedOff(text: String, expected: String) {
    var document = OpenDocument(uri: "a", languageID: "text", version: 1, text: "", segmentsIdeographs: false)
    let change = document.apply(replacing: nil, with: text, version: 2, encoding: .utf8)
    #expect(!document.snapshot.scanner.rules.segmentsIdeographs)
    let added = WordChange(change, scanner: document.snapshot.scanner).added
    #expect(added.joined(separator: " ") == expected)
  }

  @Test(arguments: [
    ("我们在研|究自然语言", "研", "研究自然语言"), ("研究自然|语言处理", "研究自然", "研究自然语言处理"),
    ("研究自然语言处理|的", "研究自然语言处理", "研究自然语言处理"),
    ("私は|ここで", "は", "は"), ("コーヒ|ーを飲む", "コーヒ", "コーヒー"), ("住んで|います。", "住んで", "住んでいます"),
    ("我们，|在", "", "在"), ("らー|めん", "らー", "らーめん"), ("东京c|at", "c", "cat"), ("东京|cat", "东京", "东京"),
  ])
  func theWordAtTheCursor(marked: String, typed: String, whole: String) {
    Words.check(marked, "plaintext", typed: typed, whole: whole)
  }

  @Test func aParagraphWithoutSpacesHasItsWords() {
    let sentence = "现代汉语的词没有空格隔开，所以编辑器要自己找到它们。"
    let text = Text(String(repeating: sentence, count: 80))
    let scanner = WordScanner(WordRules.rules(for: "markdown"))
    let words = WordChange(opening: text, scanner: scanner).added
    // 现代汉语 的 词没有空格隔开 所以编辑器要自己找到 它们
    #expect(words.count == 400)
    #expect(words.allSatisfy { $0.count <= 10 })
    for place in stride(from: 0, to: text.count, by: 300) {
      let edit = WordChange(TextChange(text, replacing: place..<place, with: "字"), scanner: scanner)
      #expect((1...10).contains(edit.added.count))
      #expect(edit.removed.count <= 10)
    }
  }

  @Test func aRunThatIsTooLongHasNoWordsAndEndsAtTheNextBreak() {
    let long = String(repeating: "山", count: 100)
    #expect(Words.of("東京，\(long)，大阪", "plaintext") == ["東京", "大阪"])
    #expect(Words.of(String(repeating: "ア", count: 90), "plaintext").isEmpty)
    #expect(Words.of(String(repeating: "山", count: 85), "plaintext").count == 1)
    #expect(Words.of(String(repeating: "山", count: 86), "plaintext").isEmpty)
  }
}
