import Foundation
import TestSupport
import Testing

/// The shape of the repository, kept by a test instead of by memory.
struct LayoutTests {
  /// Which of our modules each target may import. Server does not know the built-in sources, so that a third party's have
  /// the same standing; Completion knows neither JSON nor LSP.
  private static let mayImport: [String: Set<String>] = [
    "CatchwordText": [],
    "CatchwordMatching": [],
    "CatchwordRPC": [],
    "CatchwordLSP": ["CatchwordRPC"],
    "CatchwordPrediction": ["CatchwordFiles", "CatchwordText"],
    "CatchwordCompletion": ["CatchwordText", "CatchwordMatching", "CatchwordPrediction"],
    "CatchwordTesting": ["CatchwordText", "CatchwordCompletion"],
    "CatchwordSettings": ["CatchwordRPC"],
    "CatchwordFiles": ["CatchwordRPC"],
    "CatchwordShared": ["CatchwordFiles", "CatchwordMatching"],
    "CatchwordSnippets": ["CatchwordFiles", "CatchwordRPC", "CatchwordText"],
    "CatchwordProcesses": ["CatchwordCompletion", "CatchwordFiles", "CatchwordRPC"],
    "CatchwordSources": [
      "CatchwordCompletion", "CatchwordFiles", "CatchwordProcesses", "CatchwordSnippets", "CatchwordText",
      "CatchwordMatching",
      "CatchwordPrediction", "CatchwordRPC",
      "CatchwordSettings", "CatchwordShared",
    ],
    "CatchwordLearning": [
      "CatchwordCompletion", "CatchwordFiles", "CatchwordPrediction", "CatchwordRPC", "CatchwordSettings",
    ],
    "CatchwordServer": [
      "CatchwordRPC", "CatchwordLSP", "CatchwordPrediction", "CatchwordText", "CatchwordCompletion",
      "CatchwordSettings",
    ],
    "CatchwordProxy": [
      "CatchwordProcesses", "CatchwordSettings",
      "CatchwordCompletion", "CatchwordLSP", "CatchwordRPC", "CatchwordServer", "CatchwordSources", "CatchwordText",
    ],
    "CatchwordTranscript": ["CatchwordProcesses", "CatchwordRPC"],
    "CatchwordProgram": [
      "CatchwordServer", "CatchwordSources", "CatchwordRPC", "CatchwordTranscript", "CatchwordText",
      "CatchwordCompletion", "CatchwordEmbedded", "CatchwordFiles", "CatchwordLearning", "CatchwordPrediction",
      "CatchwordProcesses",
      "CatchwordProxy", "CatchwordSettings",
    ],
    "Catchword": [
      "CatchwordCompletion", "CatchwordMatching", "CatchwordPrediction", "CatchwordRPC", "CatchwordServer",
      "CatchwordShared", "CatchwordText",
    ],
    "example-server": ["Catchword"],
  ]

  private static let allowedImports: Set<String> = [
    "Synchronization", "Dispatch", "Foundation", "FoundationEssentials", "Glibc", "Musl", "Darwin",
  ]

  private struct Source {
    let target: String
    let path: String
    let lines: [Substring]

    var imports: [String] {
      lines.compactMap { line in
        let words = line.split(separator: " ")
        // A line of a longer text may have the word, too: that of a list of keywords.
        guard let index = words.firstIndex(of: "import"), index <= 2, index + 2...index + 3 ~= words.count else {
          return nil
        }
        return String(words[index + 1])
      }
    }
  }

  private static let sources: [Source] = {
    let folder = Repository.root.appendingPathComponent("Sources")
    let paths = FileManager.default.subpaths(atPath: folder.path)?.filter { $0.hasSuffix(".swift") }.sorted() ?? []
    return paths.compactMap { path in
      guard let text = try? String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8) else { return nil }
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      return Source(target: String(path.prefix { $0 != "/" }), path: path, lines: lines)
    }
  }()

  @Test func importsPointDown() {
    #expect(!Self.sources.isEmpty)
    for source in Self.sources where source.target != "catchword-bench" {
      let allowed = Self.mayImport[source.target] ?? []
      for name in source.imports where !Self.allowedImports.contains(name) {
        #expect(allowed.contains(name), "\(source.path) imports \(name)")
      }
    }
  }

  /// In one file, or where a target needs more of it, in the files of one folder.
  @Test func theOperatingSystemIsInOnePlaceATarget() {
    let platform = Self.sources.filter { $0.imports.contains { ["Glibc", "Musl", "Darwin"].contains($0) } }
    let places = platform.map { source in
      source.path.hasPrefix("\(source.target)/Platform/") ? "\(source.target)/Platform" : source.path
    }
    let targets = Set(places).map { $0.prefix { $0 != "/" } }
    #expect(targets.count == Set(targets).count, "\(places)")
  }

  /// What a project names is checked where it is opened, so no source opens a file by itself; what it keeps, it may.
  @Test func sourcesOpenFilesInOnePlace() {
    let ways = [
      "contents(atPath", "Data(contentsOf", "String(contentsOf", "contentsOfFile", "FileHandle(", "InputStream(",
      "fopen(",
    ]
    let sources = Self.sources.filter {
      ["CatchwordFiles", "CatchwordProcesses", "CatchwordSnippets", "CatchwordSources"].contains($0.target)
        && !$0.path.contains("/Platform/")
    }
    #expect(sources.count > 100)
    for source in sources {
      for line in source.lines {
        for way in ways { #expect(!line.contains(way), "\(source.path): \(line)") }
      }
    }
    // Among the files that may, one opens what projects name, and one goes down from a folder.
    let opening = Self.sources.filter { source in
      ["CatchwordFiles/Platform/", "CatchwordProcesses/Platform/", "CatchwordSources/Platform/"].contains {
        source.path.hasPrefix($0)
      }
        && source.lines.contains { $0.contains("O_RDONLY") }
    }
    #expect(!opening.isEmpty)
    let names = Set(opening.map { $0.path.split(separator: "/").last.map(String.init) ?? "" })
    let allowed: Set<String> = [
      "FileSystem+Opening.swift", "ConfinedDescent.swift",
      // Folders, locks and programs.
      "FileSystem+Folders.swift", "FileSystem+Unfinished.swift", "LogFile.swift", "ProcessPlatform.swift",
    ]
    #expect(names.subtracting(allowed) == [])
  }

  @Test func filesStaySmall() {
    for source in Self.sources { #expect(source.lines.count <= 301, "\(source.path) has \(source.lines.count) lines") }
  }

  @Test func theTopLevelIsAsAgreed() throws {
    let entries = try FileManager.default.contentsOfDirectory(atPath: Repository.root.path).filter {
      !$0.hasPrefix(".")
    }
    let agreed = [
      "LICENSE", "Package.resolved", "Package.swift", "README.md", "Sources", "Tests", "editors", "protocol",
    ]
    #expect(Set(entries).subtracting(agreed) == [])
  }

  /// Most file systems of macOS take such names for one.
  @Test func noTwoNamesDifferInCaseAlone() {
    for folder in ["Sources", "Tests", "editors", "protocol"] {
      let paths = FileManager.default.subpaths(atPath: Repository.root.appendingPathComponent(folder).path) ?? []
      #expect(!paths.isEmpty)
      let twins = Dictionary(grouping: paths) { $0.lowercased() }.values.filter { $0.count > 1 }
      #expect(twins.isEmpty, "\(twins)")
    }
  }

  @Test func theReadmeIsReadInOneGo() throws {
    let readme = try String(contentsOf: Repository.root.appendingPathComponent("README.md"), encoding: .utf8)
    #expect(readme.split(separator: "\n", omittingEmptySubsequences: false).count <= 151)
  }

  /// Every transcript that the contract names is there.
  @Test func theContractsProofsExist() throws {
    let folder = Repository.root.appendingPathComponent("protocol")
    let text = try String(contentsOf: folder.appendingPathComponent("README.md"), encoding: .utf8)
    let groups = try FileManager.default.contentsOfDirectory(
      atPath: folder.appendingPathComponent("transcripts").path)
    let names = text.split(separator: "`").map(String.init).filter { name in
      groups.contains { name.hasPrefix($0 + "/") } && !name.contains(" ")
    }
    #expect(names.count > 30)
    for name in names {
      let path = folder.path + "/transcripts/" + name + (name.hasSuffix("/") ? "" : ".transcript")
      #expect(FileManager.default.fileExists(atPath: path), "\(name) is no transcript")
    }
  }

  /// What the README tells to run is what is tested here and in the gate, which puts bounds and options of its own among
  /// its words.
  @Test func theReadmesCommandsAreInTheGate() throws {
    let readme = try String(contentsOf: Repository.root.appendingPathComponent("README.md"), encoding: .utf8)
    let gate = try String(contentsOf: Repository.root.appendingPathComponent(".ci/run"), encoding: .utf8)
    let commands = readme.split(separator: "\n").filter { $0.hasPrefix("    swift ") }.map { $0.dropFirst(4) }
    #expect(commands.count == 3)
    let lines = gate.replacing("\"${release[@]}\"", with: "-c release --static-swift-stdlib").split(separator: "\n")
    for command in commands {
      let words = command.split(separator: " ")
      let isThere = lines.contains { line in
        // The words that are left when those of the line are taken off in turn.
        line.split(separator: " ").reduce(words[...]) { $0.first == $1 ? $0.dropFirst() : $0 }.isEmpty
      }
      #expect(isThere, "\(command) is not in the gate")
    }
  }

  @Test func nothingIsFetched() throws {
    let manifest = try String(contentsOf: Repository.root.appendingPathComponent("Package.swift"), encoding: .utf8)
    #expect(!manifest.contains(".package("))
  }
}
