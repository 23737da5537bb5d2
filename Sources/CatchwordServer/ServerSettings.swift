package import CatchwordCompletion
import CatchwordRPC
package import CatchwordSettings

/// The settings that the server itself understands.
struct ServerSettings: Equatable, Sendable {
  var policy: IdentityPolicy?
  var budget: Duration
  var emptyBudget: Duration
  var limit: Int
  var maximumMessageSize: Int
  var client: Client?
  var rules: LanguageRules
  var languages: [String: LanguageRules]
  var filter: WordFilter
  var text: TextSettings
  var languageText: [String: TextSettings]
  var menu: MenuSettings
  var languageMenu: [String: MenuSettings]
  var ghostText: GhostTextSettings
  var languageGhostText: [String: GhostTextSettings]

  /// The rules by which the words of a text are found.
  struct TextSettings: Equatable, Sendable {
    /// True when runs of Chinese and Japanese are cut into words.
    var segmentsIdeographs = true
    /// The word characters beside those of the language.
    var wordCharacters = ""
    /// Which words of comments count, a setting of the source "words"; nil for all.
    var comments: String?

    init() {}

    init(_ settings: JSONValue) {
      segmentsIdeographs = settings["segmentation"]?.boolValue ?? true
      wordCharacters = settings["wordCharacters"]?.stringValue ?? ""
      comments = settings["words"]?["comments"]?.stringValue.flatMap { $0 == "all" ? nil : $0 }
    }
  }

  /// Returns the text rules of a language.
  func text(for languageID: String) -> TextSettings { languageText[languageID] ?? text }

  /// Returns the menu settings of a language.
  func menu(for languageID: String) -> MenuSettings { languageMenu[languageID] ?? menu }

  /// Returns the ghost text settings of a language.
  func ghostText(for languageID: String) -> GhostTextSettings { languageGhostText[languageID] ?? ghostText }

  /// True when ghost text may be shown in some language.
  var showsGhostText: Bool { ghostText.isEnabled || languageGhostText.values.contains { $0.isEnabled } }

  /// Extracts the server's settings.
  ///
  /// - Parameter defaults: The values of engine settings that are not set.
  init(_ settings: EffectiveSettings, defaults: CompletionSettings) {
    policy = settings["identity"]?.stringValue.flatMap(IdentityPolicy.init)
    budget = settings["budget"]?.intValue.map { .milliseconds($0) } ?? defaults.budget
    emptyBudget = settings["emptyBudget"]?.intValue.map { .milliseconds($0) } ?? defaults.emptyBudget
    limit = settings["limit"]?.intValue ?? defaults.limit
    maximumMessageSize = settings["maximumMessageSize"]?.intValue ?? FrameDecoder.defaultMaximumBodyBytes
    client = settings["client"]?.stringValue.flatMap(Client.init)
    rules = ServerSettings.rules(settings.value)
    text = TextSettings(settings.value)
    ghostText = GhostTextSettings(settings).kept(quiet: rules.isQuiet)
    menu = MenuSettings(settings)
    filter = WordFilter(settings)
    languages = [:]
    languageMenu = [:]
    languageText = [:]
    languageGhostText = [:]
    for id in settings["languages"]?.objectValue?.keys.sorted() ?? [] {
      let own = settings.settings(for: id)
      languages[id] = ServerSettings.rules(own)
      languageText[id] = TextSettings(own)
      languageMenu[id] = MenuSettings(own[MenuSettings.key], of: settings)
      languageGhostText[id] = GhostTextSettings(own[GhostTextSettings.key], of: settings)
        .kept(quiet: languages[id]?.isQuiet ?? false)
    }
  }

  private static func rules(_ settings: JSONValue) -> LanguageRules {
    var rules = LanguageRules()
    rules.sources = settings["sources"]?.arrayValue.map { Set($0.compactMap(\.stringValue)) }
    rules.minimumPrefix = settings["minimumPrefix"]?.intValue ?? 0
    rules.limit = settings["limit"]?.intValue
    rules.transfersCase = settings["caseTransfer"]?.boolValue ?? true
    rules.isQuiet = settings["quiet"]?.boolValue ?? false
    rules.matching = settings["matching"]?.stringValue.flatMap(MatchingRule.init) ?? .typos
    rules.minimumLengths = (settings["minimumLengths"]?.objectValue ?? [:]).compactMapValues(\.intValue)
    // The model does not know which of its words are of comments.
    rules.takesPredictions = TextSettings(settings).comments == nil
    rules.priorities = (settings["priorities"]?.objectValue ?? [:]).compactMapValues(\.doubleValue)
    return rules
  }

  /// Returns the descriptions of the settings that the server understands.
  ///
  /// - Parameter defaults: The default values of the engine settings.
  static func schema(_ defaults: CompletionSettings) -> [Setting] {
    [
      Setting(
        "sources", .list(.text("the name of a source")), inProject: .narrow, perLanguage: true,
        "The sources that are asked; by default, all."),
      Setting(
        "limit", .number(1...10_000, unit: "number"), default: .int(defaults.limit), perLanguage: true,
        "The maximum number of items in a list."),
      Setting(
        "minimumPrefix", .number(0...20, unit: "number"), default: 0, perLanguage: true,
        "The minimum number of typed characters before a menu appears by itself."),
      Setting(
        "minimumLengths", .map(.number(0...20, unit: "number")), default: [:], perLanguage: true,
        "The same for single sources, by their names: {\"words\": 3}."),
      Setting(
        "priorities", .map(.real(-100...100)), default: [:], perLanguage: true,
        "The priorities of sources, by their names: {\"snippets\": 100}. By 1 or so, of equally likely words those with "
          + "the higher one come first; by 100, of all that match as well."),
      Setting(
        "matching", .choice(MatchingRule.allCases.map(\.rawValue)), default: .string(MatchingRule.typos.rawValue),
        perLanguage: true,
        "What must have been typed of a word: some of its letters in their order or nearly so (typos), in their order "
          + "(letters), or the first ones (beginnings)."),
      Setting(
        "quiet", .flag, default: false, inProject: .only(true), perLanguage: true,
        "Offer little: after four letters, at most five words, all of which begin with the typed letters."),
      Setting(
        "wordCharacters", .text("a text of punctuation characters"), perLanguage: true,
        "Punctuation that belongs to words, in addition to the language's own: \"-:\"."),
      Setting(
        "segmentation", .flag, default: true, perLanguage: true,
        "Split Chinese and Japanese text, which has no spaces, into words."),
      Setting(
        "budget", .number(1...10_000, unit: "milliseconds"),
        default: .int(Int(defaults.budget / .milliseconds(1))), inProject: .refused,
        "The time, in milliseconds, after which a request is answered with the candidates found so far."),
      Setting(
        "emptyBudget", .number(1...10_000, unit: "milliseconds"),
        default: .int(Int(defaults.emptyBudget / .milliseconds(1))), inProject: .refused,
        "The time, in milliseconds, after which a request is answered although no candidates have been found."),
      Setting(
        "identity", .choice(IdentityPolicy.allCases.map(\.rawValue)), inProject: .refused,
        "When a newer request replaces an older one: with each key (cursor), or with each word (anchor); "
          + "by default, what suits the editor."),
      Setting(
        "client", .choice(Client.allCases.map(\.rawValue)), inProject: .refused,
        "The editor, where the server does not recognise it."),
      Setting(
        "maximumMessageSize", .number(1 << 10...1 << 30, unit: "bytes"),
        default: .int(FrameDecoder.defaultMaximumBodyBytes), inProject: .refused,
        "The maximum size of a message, in bytes; longer ones are skipped."),
      Setting(
        "ban",
        .group([
          Setting("words", .list(.text("a word")), default: [], inProject: .add, "Words that are never offered."),
          Setting(
            "ignoresCase", .flag, default: true, inProject: .only(true), "Ban the words in upper and lower case alike."),
          Setting(
            "secrets", .flag, default: true, inProject: .only(true),
            "Never offer text that looks like a key or a password."),
        ]), "The words that are never offered."),
      Setting(
        "caseTransfer", .flag, default: true, perLanguage: true,
        "Offer plain words in the case that was typed: Hello for hello behind Hel, and hello for a Hello that only began "
          + "sentences."),
      MenuSettings.schema, GhostTextSettings.schema,
    ]
  }
}

extension ServerConfiguration {
  /// The descriptions of all settings: the server's own, those of the other parts, and those for single languages.
  package var schema: [Setting] {
    let all = ServerSettings.schema(settings) + parts.schema
    let languages = Setting(
      "languages", .map(.group(all.filter(\.isPerLanguage))), default: [:],
      "Settings for the documents of single languages, by the languages' names.")
    return all + [languages]
  }
}

extension WordFilter {
  /// Creates the filter that the settings describe.
  package init(_ settings: EffectiveSettings) { self.init(settings["ban"]) }

  /// Creates the filter that the settings of the user and the editor describe, without those of projects.
  package init(outsideProjects settings: EffectiveSettings) { self.init(settings.valueOutsideProjects["ban"]) }

  private init(_ settings: JSONValue?) {
    let own = settings ?? [:]
    self.init(
      banned: own["words"]?.arrayValue?.compactMap(\.stringValue) ?? [],
      ignoresCase: own["ignoresCase"]?.boolValue ?? true, hidesSecrets: own["secrets"]?.boolValue ?? true)
  }
}
