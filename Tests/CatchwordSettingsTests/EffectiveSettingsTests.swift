import CatchwordRPC
import Foundation
import TestSupport
import Testing

@testable import CatchwordSettings

/// What comes of several layers of settings, and what is said about what is wrong in them.
struct EffectiveSettingsTests {
  private static let schema: [Setting] = [
    Setting("limit", .number(1...100, unit: "number"), default: 20, perLanguage: true, "How many."),
    Setting("budget", .number(1...1000, unit: "milliseconds"), default: 30, inProject: .refused, "How long."),
    Setting("lists", .list(.path), default: [], inProject: .add, "Files."),
    Setting("sources", .list(.text("a name")), inProject: .narrow, perLanguage: true, "Which."),
    Setting("learning", .flag, default: true, inProject: .only(false), "Whether."),
    Setting("commands", .map(.text("a text")), default: [:], inProject: .userOnly, "Programs."),
    Setting(
      "teams", .map(.group([Setting("enabled", .flag, "Whether."), Setting("folder", .path, "Where.")])), default: [:],
      inProject: .userOnly, "Groups."),
    Setting("share", .real(-1...1), default: 0, "How much."),
    Setting("mode", .choice(["quiet", "loud"]), default: "loud", "How."),
    Setting("paths", .group([Setting("aliases", .map(.path), default: [:], inProject: .add, "Names.")]), "Paths."),
    Setting(
      "languages",
      .map(
        .group([
          Setting("limit", .number(1...100, unit: "number"), "How many there."),
          Setting("sources", .list(.text("a name")), inProject: .narrow, perLanguage: true, "Which there."),
        ])), default: [:], "For one language."),
  ]

  private func settings(_ layers: SettingsLayer...) -> Settings { Settings(layers) }

  /// The settings of some layers; by name, with the defaults.
  @dynamicMemberLookup
  private struct Settings {
    let effective: EffectiveSettings

    init(_ layers: [SettingsLayer]) {
      effective = EffectiveSettings(layers, schema: schema, home: "/home/me", workingFolder: "/work")
    }

    subscript(name: String) -> JSONValue? { EffectiveSettings.withDefaults(effective.value, schema)[name] }

    subscript<Value>(dynamicMember path: KeyPath<EffectiveSettings, Value>) -> Value { effective[keyPath: path] }

    func settings(for languageID: String) -> JSONValue {
      EffectiveSettings.withDefaults(effective.settings(for: languageID), schema)
    }

    func unknownSources(known: [String]) -> [SettingsProblem] { effective.unknownSources(known: known) }
  }

  private static let project = SettingsLayer.Origin.project(path: "/work/.catchword.json")

  @Test func nothingSetIsAsByDefault() {
    let settings = settings()
    #expect(settings["limit"] == 20)
    #expect(settings["paths"] == ["aliases": [:]])
    #expect(settings["sources"] == nil)
    #expect(settings.problems.isEmpty && settings.origins.isEmpty)
    #expect(settings.value == [:])
  }

  /// To make it is much of what a start is.
  @Test func theSchemaIsNotMadeForWhoSaysNothing() {
    var isMade = false
    func schema() -> [Setting] {
      isMade = true
      return Self.schema
    }
    let empty = [.null, [:], ["catchword": .null], ["catchword": [:]]] as [JSONValue]
    let nothing = empty.map { SettingsLayer($0) }.map {
      CheckedLayer($0, schema: schema(), home: "/h", workingFolder: "/w")
    }
    #expect(EffectiveSettings(nothing, schema: schema()).value == [:] && !isMade)
    let something = CheckedLayer(SettingsLayer(["limit": 5]), schema: schema(), home: "/h", workingFolder: "/w")
    #expect(EffectiveSettings(nothing + [something], schema: schema()).value == ["limit": 5] && isMade)
  }

  @Test func theLaterLayerCountsAndSaysWhereItIsFrom() {
    let settings = settings(
      SettingsLayer(["limit": 5, "mode": "quiet"], origin: .user(path: "/u")),
      SettingsLayer(["catchword": ["limit": 7]], origin: .client))
    #expect(settings["limit"] == 7)
    #expect(settings["mode"] == "quiet")
    #expect(settings.origins == ["limit": [.client], "mode": [.user(path: "/u")]])
  }

  @Test func pathsBecomeAbsolute() {
    let settings = settings(
      SettingsLayer(
        ["lists": ["a.txt", "~/b", "/c/../d", "../e"], "paths": ["aliases": ["@": "src"]]], folder: "/f/g"))
    #expect(settings["lists"] == ["/f/g/a.txt", "/home/me/b", "/d", "/f/e"])
    #expect(settings["paths"]?["aliases"] == ["@": "/f/g/src"])
  }

  /// It can turn off what the user has, and do nothing else with it.
  @Test(
    arguments: [
      (["acme": ["enabled": false]], false, false), (["other": ["enabled": false]], true, false),
      (["acme": ["enabled": true]], true, true), (["acme": ["enabled": false, "folder": "/x"]], false, true),
      (["acme": ["enabled": false], "other": ["folder": "/x"]], false, true), ([:], true, true), ([], true, true),
    ] as [(JSONValue, Bool, Bool)])
  func aProjectMayTurnOffWhatTheUserHas(_ teams: JSONValue, isOn: Bool, isRefused: Bool) {
    let user = SettingsLayer(["teams": ["acme": ["enabled": true, "folder": "/f"]]], origin: .user(path: "/u"))
    for origin in [Self.project, .client] {
      let settings = settings(user, SettingsLayer(["teams": teams], folder: "/work", origin: origin))
      let isProject = origin == Self.project
      #expect(settings["teams"] == ["acme": ["enabled": .bool(isOn || !isProject), "folder": "/f"]])
      #expect(settings.problems.map { $0.name.prefix(5) } == (isRefused || !isProject ? ["teams"] : []))
    }
  }

  /// A hostile project's file is neither a flood of messages nor minutes of work.
  @Test func ofManyMistakesOnlySomeAreNamed() {
    let unknown = (0..<5_000).map { ("k\($0)", JSONValue.int($0)) }
    let settings = settings(
      SettingsLayer(.object(Dictionary(uniqueKeysWithValues: unknown + [("limit", 7)])), origin: Self.project))
    #expect(settings["limit"] == 7)
    #expect(settings.problems.count == 101)
    #expect(settings.problems.last?.message == "There are 4900 more mistakes in the settings.")
  }

  @Test func whatIsWrongIsNamedAndTheRestCounts() {
    let settings = settings(
      SettingsLayer(["limit": 0, "mode": "silent", "lists": ["a", 5], "budgets": 3, "budget": "soon"], folder: "/f"))
    #expect(settings["limit"] == 20)
    #expect(settings["budget"] == 30)
    #expect(settings["lists"] == ["/f/a"])
    #expect(
      settings.problems.map(\.message) == [
        "The setting \"budget\" is \"soon\"; it must be milliseconds from 1 to 1000. It is ignored.",
        "There is no setting \"budgets\"; did you mean \"budget\"?",
        "The setting \"limit\" is 0; it must be a number from 1 to 100. It is ignored.",
        "The setting \"lists[1]\" is 5; it must be a path. It is ignored.",
        "The setting \"mode\" is \"silent\"; it must be \"quiet\" or \"loud\". It is ignored.",
      ])
  }

  @Test func settingsThatAreNoneAreNone() {
    for value: JSONValue in [5, "a", [1], true] {
      let settings = settings(SettingsLayer(value))
      #expect(settings.problems.count == 1)
      #expect(settings["limit"] == 20)
    }
    #expect(settings(SettingsLayer(.null)).problems.isEmpty)
    #expect(settings(SettingsLayer(["catchword": .null])).problems.isEmpty)
  }

  @Test func aProjectMayRestrictAndAddWithinItself() throws {
    let folder = try TemporaryFolder()
    let settings = settings(
      SettingsLayer(
        ["sources": ["words", "lists"], "lists": ["/mine"], "paths": ["aliases": ["@": "/mine"]], "learning": true]),
      SettingsLayer(
        [
          "sources": ["lists", "command"], "lists": ["words.txt"], "budget": 1, "learning": false, "limit": 5,
          "paths": ["aliases": ["@": "theirs", "~lib": "lib"]],
        ], folder: folder.url.path, origin: Self.project))
    #expect(settings["sources"] == ["lists"])
    #expect(settings["lists"]?.arrayValue?.count == 2)
    #expect(settings["learning"] == false)
    #expect(settings["limit"] == 5)
    #expect(settings["budget"] == 30)
    #expect(settings["paths"]?["aliases"]?["@"] == "/mine")
    #expect(settings["paths"]?["aliases"]?["~lib"] != nil)
    #expect(settings.problems.map(\.name) == ["budget"])
  }

  @Test(arguments: ["/etc/passwd", "../up.txt", "~/x", "a/../../b", "link/secret"])
  func aProjectNamesNothingOutsideItself(path: String) throws {
    let folder = try TemporaryFolder()
    try folder.link("link", to: "/etc")
    let settings = settings(
      SettingsLayer(["lists": [.string(path)]], folder: folder.url.path, origin: Self.project))
    #expect(settings["lists"] == [])
    #expect(settings.origins.isEmpty)
    #expect(settings.problems.first?.message.contains("leads out of the project") == true)
  }

  @Test func aProjectCannotTurnOnWhatIsOff() {
    let settings = settings(
      SettingsLayer(["learning": false]), SettingsLayer(["learning": true], folder: "/work", origin: Self.project))
    #expect(settings["learning"] == false)
    #expect(settings.problems.count == 1)
  }

  @Test func aProjectCannotTurnOnForALanguageWhatIsOffForAll() {
    let theirs = SettingsLayer(
      ["sources": ["lists", "words"], "languages": ["c": ["sources": ["words", "command"]]]], folder: "/work",
      origin: Self.project)
    let narrowed = settings(SettingsLayer(["sources": ["words", "lists"]]), theirs)
    #expect(narrowed.settings(for: "c")["sources"] == ["words"])
    #expect(narrowed.settings(for: "d")["sources"] == ["words", "lists"])
    // What the user has set for the language counts for it.
    let own = settings(
      SettingsLayer(["sources": ["words"], "languages": ["c": ["sources": ["command", "lists"]]]]), theirs)
    #expect(own.settings(for: "c")["sources"] == ["command"])
    #expect(settings(theirs).settings(for: "c")["sources"] == ["words", "command"])
  }

  @Test func aListOfMistakesChangesNothing() {
    let settings = settings(
      SettingsLayer(["sources": ["words"], "lists": ["/a"]]), SettingsLayer(["sources": [5, [:]], "lists": []]))
    #expect(settings["sources"] == ["words"])
    #expect(settings["lists"] == [])
    #expect(settings.problems.map(\.name) == ["sources[0]", "sources[1]"])
  }

  @Test func whatStandsBesideOurNameInAFileIsNamed() {
    let content: JSONValue = ["catchword": ["limit": 3], "limit": 4, "$schema": "x"]
    let ours = settings(SettingsLayer(content, origin: .user(path: "/u")))
    #expect(ours["limit"] == 3)
    #expect(ours.problems.map(\.statement).first?.hasPrefix("/u: The settings beside \"catchword\"") == true)
    // An editor has settings of its own.
    #expect(settings(SettingsLayer(content, origin: .client)).problems.isEmpty)
  }

  @Test func onlyTheUsersOwnFileNamesPrograms() {
    for origin in [SettingsLayer.Origin.client, .initialization, Self.project] {
      let settings = settings(
        SettingsLayer(["commands": ["a": "ls"]], origin: .user(path: "/u")),
        SettingsLayer(["commands": ["a": "rm", "b": "rm"]], folder: "/work", origin: origin))
      #expect(settings["commands"] == ["a": "ls"])
      #expect(settings.problems.map(\.name) == ["commands"])
    }
  }

  @Test func sourcesThatThereAreNotAreNamed() {
    let settings = settings(SettingsLayer(["sources": ["wrods", "lists"], "languages": ["c": ["limit": 5]]]))
    #expect(
      settings.unknownSources(known: ["words", "lists"]).map(\.message) == [
        "There is no source \"wrods\" for \"sources\"; did you mean \"words\"?"
      ])
    #expect(settings.unknownSources(known: ["wrods", "lists"]).isEmpty)
  }

  /// Each that is named is looked for among the known ones, and is a line in the editor.
  @Test func ofManySourcesThatThereAreNotOnlySomeAreNamed() {
    let names = JSONValue.array((0..<20_000).map { .string("s\($0)") })
    let settings = settings(
      SettingsLayer(["sources": names, "languages": ["c": ["sources": names]]], folder: "/work", origin: Self.project))
    let problems = settings.unknownSources(known: ["words", "lists"])
    #expect(problems.count == 101)
    #expect(problems.prefix(100).allSatisfy { $0.name == "sources" })
    #expect(problems.last?.message == "There are 39900 more names of sources that there are not.")
    #expect(problems.last?.origin == Self.project)
  }

  @Test func numbersNeedNotBeWhole() {
    #expect(settings(SettingsLayer(["share": .number("0.5")]))["share"] == .number("0.5"))
    #expect(settings(SettingsLayer(["share": .number("1.5")])).problems.count == 1)
  }

  @Test func aLanguageHasItsOwn() {
    let settings = settings(
      SettingsLayer(["limit": 5, "languages": ["c": ["limit": 9]]]),
      SettingsLayer(["languages": ["d": ["limit": 8], "c": ["limits": 1]]]))
    #expect(settings.settings(for: "c")["limit"] == 9)
    #expect(settings.settings(for: "d")["limit"] == 8)
    #expect(settings.settings(for: "e")["limit"] == 5)
    #expect(settings.problems.map(\.name) == ["languages.c.limits"])
  }

  @Test func aPathThatOnlyAProjectNamesIsTheProjects() {
    let project = SettingsLayer(["lists": ["a", "/work/b"]], folder: "/work", origin: Self.project)
    let user = SettingsLayer(["lists": ["/work/b", "/c"]], origin: .user(path: "/u"))
    for layers in [[user, project], [project, user]] {
      let settings = EffectiveSettings(layers, schema: Self.schema, home: "/h", workingFolder: "/w")
      #expect(settings.project(ofPath: "/work/a") == "/work")
      #expect(settings.project(ofPath: "/work/b") == nil && settings.project(ofPath: "/c") == nil)
    }
  }

  /// What a file of a project says costs little, however much it says.
  @Test func whatIsTooMuchIsCutAndTold() {
    let lists = JSONValue.array((0..<100_000).map { .string("l\($0)") })
    let names = Dictionary(uniqueKeysWithValues: (0..<80_000).map { ("n\(100_000 + $0)", JSONValue.bool(true)) })
    let aliases = Dictionary(uniqueKeysWithValues: (0..<20_000).map { ("a\(100_000 + $0)", JSONValue.string("src")) })
    let content = names.merging(["lists": lists, "paths": ["aliases": .object(aliases)]]) { $1 }
    let project = settings(SettingsLayer(.object(content), folder: "/work", origin: Self.project))
    #expect(project["lists"]?.arrayValue?.count == SettingsCheck.maximumProjectPaths)
    #expect(project["paths"]?["aliases"]?.objectValue?.count == SettingsCheck.maximumProjectPaths)
    #expect(project.problems.count == SettingsCheck.maximumProblems + 1)
    #expect(
      project.problems.first?.message
        == "The setting \"lists\" has 100000 elements; a project's file can name 100, so the first 100 count.")
    #expect(project.problems.last?.message == "There are 79902 more mistakes in the settings.")
    let user = settings(SettingsLayer(["lists": lists], origin: .user(path: "/u")))
    #expect(user["lists"]?.arrayValue?.count == SettingsCheck.maximumPaths)
    #expect(user.problems.count == 1)
  }

  /// To look where it leads would take minutes.
  @Test func aLongPathIsRefused() {
    let schema = Self.schema + [Setting("roots", .list(.workspacePath), default: [], inProject: .add, "Folders.")]
    let long = JSONValue.string(String(repeating: "a/", count: 128 << 10))
    for origin in [Self.project, .user(path: "/u"), .client] {
      for name in ["lists", "roots"] {
        let layer = SettingsLayer([name: [long, "b"]], folder: "/work", origin: origin)
        let checked = CheckedLayer(layer, schema: schema, home: "/home/me", workingFolder: "/work")
        #expect(
          checked.problems.map(\.message) == [
            "The path \"\(name)[0]\" has 262144 bytes; write one of at most 4096. It is ignored."
          ])
        #expect(checked.content?[name]?.arrayValue?.count == 1)
      }
    }
  }

  /// Each name on the way is asked for, with all that are before it.
  @Test func aPathOfManyNamesIsNotFollowed() {
    let names = { Array(repeating: "a", count: $0).joined(separator: "/") }
    #expect(PathResolver.canonical("/\(names(512))") == "/\(names(512))")
    #expect(PathResolver.canonical("/\(names(513))") == nil)
    let settings = settings(
      SettingsLayer(["lists": [.string(names(2000))]], folder: "/work", origin: Self.project))
    #expect(settings["lists"] == [])
    #expect(settings.problems.map(\.name) == ["lists[0]"])
  }

  @Test func aPathOfTheWorkspaceStaysAsItIsInTheUsersFile() {
    let schema = [Setting("aliases", .map(.workspacePath), default: [:], inProject: .add, "Names.")]
    let aliases: JSONValue = ["aliases": ["@": "src", "~": "~/x", "/": "/y"]]
    let settings = { (layer: SettingsLayer) in
      EffectiveSettings([layer], schema: schema, home: "/h", workingFolder: "/w")["aliases"]
    }
    let user = settings(SettingsLayer(aliases, folder: "/h/.config", origin: .user(path: "/u")))
    #expect(user == ["@": "src", "~": "/h/x", "/": "/y"])
    let client = settings(SettingsLayer(aliases, folder: "/open", origin: .client))
    #expect(client == ["@": "/open/src", "~": "/h/x", "/": "/y"])
    // What leads out of a project is left out.
    let project = settings(SettingsLayer(aliases, folder: "/work", origin: Self.project))
    #expect(project == ["@": "/work/src"])
  }

  /// Whatever the layers hold, what comes of them is right, and what is right in none of them is as by default.
  @Test func anythingAtAllComesToSomethingRight() {
    var random = SeededRandom()
    for _ in 0..<2_000 {
      let layers = (0..<Int.random(in: 0...4, using: &random)).map { index in
        SettingsLayer(
          Self.value(depth: 3, &random), folder: "/work",
          origin: index == 1 ? Self.project : .user(path: "/u\(index)"))
      }
      let settings = EffectiveSettings(layers, schema: Self.schema, home: "/h", workingFolder: "/w")
      let again = EffectiveSettings(
        [SettingsLayer(settings.value, origin: .user(path: "/u"))], schema: Self.schema, home: "/h", workingFolder: "/w"
      )
      #expect(again.problems.isEmpty, "\(layers.map(\.settings.json))")
      #expect(again.value == settings.value)
    }
  }

  private static func value(depth: Int, _ random: inout SeededRandom) -> JSONValue {
    let names = schema.map(\.name) + ["aliases", "c", "limits", "catchword", ""]
    switch Int.random(in: 0..<(depth == 0 ? 5 : 9), using: &random) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &random))
    case 2: return .int(Int.random(in: -5...120, using: &random))
    case 3: return .string(["quiet", "words", "/a", "../b", "", "x"].randomElement(using: &random) ?? "")
    case 4: return .number("1.5")
    case 5: return .array((0..<3).map { _ in value(depth: depth - 1, &random) })
    default:
      let fields = (0..<4).map { _ in
        (names.randomElement(using: &random) ?? "", value(depth: depth - 1, &random))
      }
      return .object(Dictionary(fields) { _, last in last })
    }
  }
}
