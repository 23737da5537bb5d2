import TestSupport
import Testing

@testable import CatchwordMatching

/// What comes first, among things that one sees together: what is typed, and what is wanted, the likeliest first.
///
/// Equal qualities are ordered by length. What depends on how common a word is, is in `RankingSignalsTests`.
struct MatcherRankingTests {
  typealias Case = (typed: String, ranked: String)

  @Test(arguments: [c, swift, python, web, markup, shell, short, acronyms, english].flatMap(\.self))
  func codeAndEnglish(typed: String, ranked: String) { check(typed, ranked) }

  @Test(arguments: [german, french, accents, greek, cyrillic, chinese, japanese, others].flatMap(\.self))
  func languages(typed: String, ranked: String) { check(typed, ranked) }

  @Test(arguments: typos)
  func typosOfTheFinger(typed: String, ranked: String) { check(typed, ranked, allowsTypos: true) }

  private func check(_ typed: String, _ ranked: String, allowsTypos: Bool = false) {
    let expected = ranked.split(separator: " | ").map(String.init)
    var random = SeededRandom("ranking \(typed)")
    var matcher = Matcher(Pattern(typed), allowsTypos: allowsTypos)
    let found = expected.shuffled(using: &random).compactMap { text in
      matcher.match(text).map { (text: text, quality: $0.quality) }
    }
    .sorted { left, right in
      if left.quality != right.quality { return left.quality > right.quality }
      return left.text.unicodeScalars.count < right.text.unicodeScalars.count
    }
    #expect(found.map(\.text) == expected)
    // Only a length may decide between equals, or the order would be chance.
    for (left, right) in zip(found, found.dropFirst()) {
      #expect(left.quality > right.quality || left.text.unicodeScalars.count < right.text.unicodeScalars.count)
    }
  }

  static let c: [Case] = [
    ("up", "up | update | unique_ptr | setup"),
    ("str", "str | string | strong_ref | substr | cstring | setter"),
    ("strlen", "strlen | strlen_s | my_strlen | strnlen"),
    ("mcpy", "memcpy | mempcpy"),
    ("mc", "mc | mcount | make_current | memcpy"),
    ("fopen", "fopen | fopen64 | fdopen | freopen"),
    ("npr", "next_prime | nullptr"),
    ("null", "null | NULL | nullptr"),
    ("NULL", "NULL | null | NULLIFY | nullptr"),
    ("uint", "uint | uint8_t | size_uint | unsigned int"),
    ("i32", "i32 | int32_t | uint32_t"),
    ("u8", "u8 | u8char | utf8 | uint8_t"),
    ("ptr", "ptr | ptrdiff_t | unique_ptr | nullptr | printer"),
    ("err", "err | errno | set_err | stderr"),
    ("buf", "buf | buffer | readBuf | stringbuf"),
    ("len", "len | length | maxLen | strlen"),
    ("idx", "idx | idx_max | rowIdx | index"),
    ("ctx", "ctx | ctx_new | ssl_ctx | context"),
    ("cfg", "cfg | cfg_path | app_cfg | config"),
    ("fn", "fn | fnmatch | fileName | function"),
    ("sz", "sz | szName | buf_sz | size | resize"),
    ("malloc", "malloc | malloc_usable_size | my_malloc | xmalloc"),
    ("printf", "printf | printf_chk | my_printf | fprintf | vsnprintf"),
    ("stdio", "stdio.h | std_io | cstdio"),
    ("MAX", "MAX | max | MAX_LEN | maximum | INT_MAX"),
    ("max", "max | MAX | maximum | INT_MAX | climax"),
    ("sock", "sock | sockaddr | client_sock | websocket"),
    ("fd", "fd | fdopen | file_descr | field"),
    ("tmp", "tmp | tmpfile | my_tmp | temporary"),
    ("pthc", "pthread_create | pthread_rwlock_clear"),
    ("size_t", "size_t | size_type | ssize_t"),
  ]

  static let swift: [Case] = [
    ("fb", "fbx | fooBar | afbx | fxxb"),
    ("get", "get | getName | widget_get | g_e_t | gadget"),
    ("Str", "String | string | NSString"),
    ("toS", "toString | tostring | convertToString | autoScroll"),
    ("isE", "isEmpty | isempty | thisElement"),
    ("vc", "vc | vcs | viewController | service"),
    ("VC", "VC | vc | ViewController | viewController"),
    ("uivc", "UIViewController | UICollectionViewCell"),
    ("tv", "tv | tvOS | tableView | active"),
    ("xml", "xml | XMLParser | parseXml | xhtml"),
    ("http", "http | https | HTTPServer | useHTTP"),
    ("server", "server | serverName | HTTPServer | observer"),
    ("hs", "hs | hsv | HTTPServer | hashes"),
    ("HS", "HS | HTTPServer | hashSet | hashes"),
    ("fname", "fname | fileName | firstName | filename"),
    ("gn", "gnu | getName | sign | begin"),
    ("name", "name | nameOfFile | fileName | rename"),
    ("dbl", "dbl | Double | doubleValue"),
    ("arr", "arr | array | dataArr | barrier"),
    ("btn", "btn | btnSave | saveBtn | button"),
    ("msg", "msg | msgs | errorMsg | message"),
    ("db", "db | dbName | userDb | dataBase | adb | debug"),
    ("view", "view | viewDidLoad | UIView | review"),
    ("vdl", "viewDidLoad | viewDidLayoutSubviews | videlicet"),
    ("url", "url | URL | urlString | baseURL | curl"),
    ("URL", "URL | url | URLSession | urlString | baseURL"),
    ("json", "json | JSON | JSONDecoder | toJson"),
    ("init", "init | initialize | deinit"),
    ("count", "count | counter | wordCount | account"),
    ("wC", "wC | wordCount | wordcount"),
    ("isn", "isNaN | isNumber | listen"),
    ("id", "id | ID | identifier | userID | valid"),
  ]

  static let python: [Case] = [
    ("def", "def | default | undef | deaf"),
    ("ran", "range | random | randrange | brand"),
    ("ini", "init | initial | __init__ | definition"),
    ("self", "self | Self | selfie | myself"),
    ("Self", "Self | self | SelfTest | selfie"),
    ("imp", "import | importlib | simple"),
    ("np", "np | npm | newPage | input"),
    ("plt", "plt | plt_show | plot | platform"),
    ("df", "df | df_train | dataFrame | pdf"),
    ("pd", "pd | pdb | print_dict | update"),
    ("tf", "tf | tfidf | to_float | platform"),
    ("kwargs", "kwargs | **kwargs"),
    ("ndarr", "ndarray | nd_array"),
    ("lst", "lst | lstrip | list | latest"),
    ("__", "__init__ | a__b"),
    ("main", "main | __main__ | domain"),
    ("con", "con | conf | config | configuration | second"),
    ("isinst", "isinstance | is_instance"),
    ("app", "append | application | my_app | happen"),
  ]

  static let web: [Case] = [
    ("qs", "qs | qsa | querySelector | sqs"),
    ("qsa", "qsa | querySelectorAll"),
    ("gebi", "getElementById | gerbil"),
    ("ael", "addEventListener | Michael"),
    ("cl", "class | console.log | uncle"),
    ("clog", "clog | console.log | catalog"),
    ("usestate", "usestate | useState | useStateful"),
    ("us", "use | useState | status | unshift"),
    ("cdm", "componentDidMount | condemn"),
    ("bgc", "bgcolor | background-color"),
    ("jc", "jc | jcube | justify-content | javac"),
    ("mt", "mt | mtime | margin-top | format"),
    ("zi", "zip | z-index | resizing"),
    ("bs", "bs | bsearch | box-shadow | abs"),
    ("col", "color | column | background-color | protocol"),
    ("wid", "width | widget | max-width"),
    ("dis", "disc | display | disabled | is-disabled | redis"),
    ("rgba", "rgba | rgba8 | rgb-alpha"),
    ("em", "em | email | setEmail | item"),
    ("onc", "once | onclick | onChange | concern"),
    ("req", "req | request | http-req | prerequisite"),
    ("$", "$ | $el | a$"),
  ]

  static let markup: [Case] = [
    ("frac", "frac | fraction | \\frac | dfrac"),
    ("eq", "eq | eqref | \\eqref | \\neq"),
    ("sec", "section | \\section | subsection"),
    ("\\sec", "\\section | \\subsection"),
    ("inc", "include | includegraphics | \\include | since"),
    ("ig", "ignore | include_graphics | sigma"),
    ("fig:", "fig:plan | \\ref{fig:plan} | config:x"),
    ("alpha", "alpha | \\alpha | xalpha"),
    ("tbf", "to_be_fixed | textbf"),
  ]

  static let shell: [Case] = [
    ("rea", "read | README.md | already"),
    ("readme", "README.md | docs/README.md"),
    ("src/m", "src/main.c | lib/src/main.c | src/lib/main.c"),
    ("main.c", "main.c | src/main.c | domain.c"),
    ("mk", "mk | mkdir | makeKey | Makefile"),
    ("mf", "mf | MakeFile | Makefile"),
    ("gst", "gst | git status | gist"),
    ("gco", "gco | git commit | git checkout"),
    ("usr/bin", "usr/bin | /usr/bin | /usr/local/bin"),
    ("etc/", "etc/hosts | /etc/hosts"),
    ("-v", "-v | -verbose | --version"),
    (".git", ".git | .gitignore | my.git"),
    ("dc", "dc | dcfldd | docker-compose | adc"),
    ("k8s", "k8s | k8s-node | my-k8s"),
    ("py3", "py3 | py36 | python3 | numpy3"),
    ("v2", "v2 | v2.1 | api_v2"),
    ("2d", "2d | 2D | 2dim | draw2d"),
    ("x1", "x1 | x10 | max1"),
    ("sha256", "sha256 | sha256sum | SHA-256"),
    ("utf8", "utf8 | utf8mb4 | UTF-8"),
    ("etp", "etp | etc/passwd | setup"),
  ]

  // One letter and two: what begins with it, the shorter the likelier; then words in it; then the rest.
  static let short: [Case] = [
    ("i", "i | if | int | import | to_index | max_items | fix"),
    ("I", "I | i | Int | int | index"),
    ("x", "x | xs | max_x | ax"),
    ("e", "e | end | error | on_error | the"),
    ("t", "t | to | the | tomorrow | not_this | cat"),
    ("k", "k | key | make_key | ok"),
    ("Z", "Z | z | Zone | zone"),
    ("_", "_ | _name | a_b"),
    ("3", "3 | 3D | mp3 | 1234"),
    ("é", "é | e | été | ete"),
    ("ab", "abc | abcdef | xAb | xab | axxb"),
    ("in", "in | int | index | isNull | min | iron"),
    ("is", "is | isEmpty | indexSet | this | inputs"),
    ("to", "to | top | total | go_to | auto | taboo"),
    ("a", "a | an | and | another | b_a | cat"),
  ]

  static let acronyms: [Case] = [
    ("fbb", "fbb | fooBarBaz | foobarbaz"),
    ("usa", "usa | USA | usage | United States of America | sausage"),
    ("asap", "asap | as soon as possible"),
    ("ny", "nylon | New York | any"),
    ("eu", "eu | Europe | European Union | museum"),
    ("lgtm", "lgtm | looks good to me"),
    ("sbt", "sbt | sort_by_time | subtotal"),
    ("abc", "abc | ABC | aBigCat | a_big_old_cat | xabc | aabbcc"),
    ("nsmd", "NSMutableDictionary | NSMetadata"),
    ("ioe", "IOException | IllegalOpenError"),
    ("npe", "npe | NullPointerException | nope"),
    ("tbd", "tbd | to be done | turbid"),
    ("gmt", "gmt | GMT | getModifiedTime | augment"),
  ]

  static let english: [Case] = [
    ("the", "then | there | other"),
    ("wit", "with | without | switch"),
    ("rec", "rec | receive | recommend | direct"),
    ("tion", "action | information"),
    ("don", "don't | London | doctrine"),
    ("dont", "don't | donut"),
    ("ill", "ill | illness | I'll | still"),
    ("wrld", "world | worldly"),
    ("abt", "about | absent"),
    ("inter", "interest | international | winter"),
    ("port", "port | portable | air port | import | support"),
    ("even", "even | event | evening | seven | eleven"),
    ("a lot", "a lot | a lotto | have a lot"),
  ]

  static let german: [Case] = [
    ("uber", "über | überall | darüber"),
    ("über", "über | uber | überall"),
    ("schon", "schon | schön | schonen"),
    ("schön", "schön | schon | Schönheit"),
    ("stras", "Straße | Strassen | Hauptstraße"),
    ("straß", "Straße | Strasse"),
    ("gro", "groß | größer | Angros"),
    ("bundes", "Bundestag | Bundeskanzler"),
    ("krank", "krank | Krankenhaus | erkrankt"),
    ("haus", "Haus | Hausarzt | Krankenhaus"),
    ("Haus", "Haus | haus | Hausarzt | haushalten"),
    ("mfg", "mfg | Mit freundlichen Grüßen"),
    ("zb", "zb | z. B. | Azubi"),
  ]

  static let french: [Case] = [
    ("ete", "été | étendre | pété"),
    ("ecol", "école | écologie | récolte"),
    ("francais", "français | Français | françaises"),
    ("ca", "ca | ça | car | fracas"),
    ("hui", "huit | aujourd'hui | chuinter"),
    ("lecole", "l'école | le col bas est"),
    ("cœur", "cœur | coeur"),
    ("svp", "svp | s'il vous plaît"),
    ("noel", "Noël | Père Noël"),
  ]

  static let accents: [Case] = [
    ("viet", "Việt | Việt Nam | tiếng Việt"),
    ("vn", "vn | Việt Nam | oven"),
    ("dien", "điện | điện thoại | bưu điện"),
    ("đ", "đ | d | đi"),
    ("pho", "phở | phố cổ | thành phố"),
    ("nguoi", "người | người ta | con người"),
    ("nino", "niño | niños | El Niño"),
    ("zol", "żółty | żołnierz"),
    ("istanbul", "istanbul | İstanbul"),
    ("caf", "café | cafeteria | decaf"),
  ]

  static let greek: [Case] = [
    ("αθη", "Αθήνα | Αθηναίος | Παναθηναϊκός"),
    ("λογος", "λόγος | διάλογος"),
    ("λό", "λόγος | λογος | διάλογος"),
    ("ΔΕΗ", "ΔΕΗ | δέη | Δημόσια Επιχείρηση Ηλεκτρισμού"),
  ]

  static let cyrillic: [Case] = [
    ("мос", "Москва | московский | Подмосковье"),
    ("елка", "елка | ёлка | белка"),
    ("ёж", "ёж | еж | ёжик"),
    ("мгу", "мгу | МГУ | Московский государственный университет"),
    ("пи", "пир | ПолучитьИмя | копия"),
    ("прив", "привет | приветствие | непривычный"),
    ("ст", "ст | стол | на столе | место"),
  ]

  static let chinese: [Case] = [
    ("的", "的 | 的确 | 目的"),
    ("北京", "北京 | 北京大学 | 在北京"),
    ("京", "京 | 京都 | 北京 | 在北京市"),
    ("北大", "北大 | 北大西洋 | 北京大学"),
    ("学生", "学生 | 学生证 | 大学生 | 学习生活"),
    ("中国", "中国 | 中国人 | 中华民国"),
    ("人大", "人大 | 全国人大 | 人民代表大会"),
    ("vue组", "vue组件 | Vue 组件"),
  ]

  static let japanese: [Case] = [
    ("東大", "東大 | 東大寺 | 東京大学"),
    ("東", "東 | 東京 | 関東"),
    ("コン", "コン | コンピュータ | パソコン"),
    ("かな", "かな | カナ | かなた"),
    ("とう", "とう | とうきょう | おとうさん"),
    ("は", "は | ば | はな"),
    ("ABC", "ABC | ＡＢＣ | ABCD | ＡＢＣＤ"),
  ]

  static let others: [Case] = [
    ("한", "한 | 한국 | 대한민국"),
    ("안녕", "안녕 | 안녕하세요"),
    ("서울", "서울 | 서울역 | 남서울"),
    ("대민", "대민 | 대한민국"),
    ("كتاب", "كتاب | كِتَاب جديد | الكتاب"),
    ("שלום", "שלום | שָׁלוֹם עולם | ושלום"),
    ("नम", "नम | नमक | नमस्ते"),
    ("ไทย", "ไทย | ไทยแลนด์ | ประเทศไทย"),
  ]

  static let typos: [Case] = [
    ("recieve", "receive | receiver | receiverless"),
    ("form", "form | format | perform | from"),
    ("fucntion", "function | functional"),
    ("lenght", "length | lengthen"),
    ("definately", "definitely | definitely not"),
    ("seperate", "separate | separated"),
    ("pritn", "print | printed"),
    ("improt", "import | important"),
    ("retrun", "return | returning"),
    ("cosnt", "const | consts"),
    ("flase", "false | falsehood"),
    ("whlie", "while | while true"),
    ("strcut", "strcut | struct | structure"),
    ("accomodate", "accommodate | accommodated"),
    ("strasse", "Strasse | Straße"),
    ("coeur", "coeur | cœur"),
    ("ehllo", "hello | helloWorld"),
    ("Bundeskanzelr", "Bundeskanzler | Bundeskanzlerin"),
    ("привте", "привет | приветы"),
    ("cofnigurtion", "configuration | configurations"),
  ]
}
