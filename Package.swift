// swift-tools-version: 6.2
// One section a target, in the order of the layers: an arrow only ever points to a section above.
// Nothing here comes from outside the toolchain, so `swift build` resolves nothing and needs no network.
import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("ImmutableWeakCaptures"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

// What `.ci/package` builds from; not `Context.gitInformation`, which is not asked again after a commit.
let commit = Context.environment["CATCHWORD_COMMIT"] ?? ""

// A package that others depend on may have no such flags, and does not: they come with the commit.
func shipped(_ flags: String...) -> [SwiftSetting] {
  commit.isEmpty ? [] : [.unsafeFlags(flags, .when(configuration: .release))]
}
// A function in a section of its own is left out of it where nothing calls it: 1 MB.
let wire = settings + shipped("-Xfrontend", "-function-sections")
// Nothing that is shipped prints the name of a type or a case, so these names are left out of it: 0.3 MB. (Of CatchwordRPC,
// the compiler then leaves out what others link to.)
let fast = wire + shipped("-Xfrontend", "-disable-reflection-metadata")
// Most targets are built for size, where no key takes longer for it: not those that a key goes through.
let forSize = shipped("-Osize")
let small = fast + forSize

let package = Package(
  name: "Catchword",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "Catchword", targets: ["Catchword"]),
    .library(name: "CatchwordTesting", targets: ["CatchwordTesting"]),
    .executable(name: "catchword", targets: ["CatchwordProgram"]),
  ],
  targets: [
    // MARK: Layers that import nothing of ours
    .target(name: "CatchwordMatching", swiftSettings: fast),
    .target(name: "CatchwordRPC", swiftSettings: wire),
    .target(name: "CatchwordText", swiftSettings: fast),

    // MARK: The wire's vocabulary
    .target(name: "CatchwordLSP", dependencies: ["CatchwordRPC"], swiftSettings: fast),

    // MARK: What all parts can be told
    .target(name: "CatchwordSettings", dependencies: ["CatchwordRPC"], swiftSettings: small),

    // MARK: The file system
    .target(name: "CatchwordFiles", dependencies: ["CatchwordRPC"], swiftSettings: small),

    // MARK: Words that machines share
    .target(name: "CatchwordShared", dependencies: ["CatchwordFiles", "CatchwordMatching"], swiftSettings: small),

    // MARK: The formats of snippets
    .target(
      name: "CatchwordSnippets", dependencies: ["CatchwordFiles", "CatchwordRPC", "CatchwordText"],
      swiftSettings: small),

    // MARK: The engine
    .target(
      name: "CatchwordPrediction", dependencies: ["CatchwordFiles", "CatchwordText"], swiftSettings: fast),
    .target(
      name: "CatchwordCompletion",
      dependencies: ["CatchwordMatching", "CatchwordPrediction", "CatchwordText"],
      swiftSettings: fast
    ),
    .target(name: "CatchwordTesting", dependencies: ["CatchwordCompletion", "CatchwordText"], swiftSettings: settings),

    // MARK: Programs that are run
    .target(
      name: "CatchwordProcesses", dependencies: ["CatchwordCompletion", "CatchwordFiles", "CatchwordRPC"],
      swiftSettings: small),

    // MARK: What plugs into the engine, and what puts it on the wire
    .target(
      name: "CatchwordSources",
      dependencies: [
        "CatchwordCompletion", "CatchwordFiles", "CatchwordMatching", "CatchwordPrediction", "CatchwordProcesses",
        "CatchwordRPC", "CatchwordSettings", "CatchwordShared", "CatchwordSnippets", "CatchwordText",
      ],
      swiftSettings: fast
    ),
    .target(
      name: "CatchwordLearning",
      dependencies: [
        "CatchwordCompletion", "CatchwordFiles", "CatchwordPrediction", "CatchwordRPC", "CatchwordSettings",
      ],
      swiftSettings: small
    ),
    .target(
      name: "CatchwordServer",
      dependencies: [
        "CatchwordCompletion", "CatchwordLSP", "CatchwordPrediction", "CatchwordRPC", "CatchwordSettings",
        "CatchwordText",
      ],
      swiftSettings: fast
    ),
    .target(
      name: "CatchwordProxy",
      dependencies: [
        "CatchwordCompletion", "CatchwordLSP", "CatchwordProcesses", "CatchwordRPC", "CatchwordServer",
        "CatchwordSettings", "CatchwordSources", "CatchwordText",
      ],
      swiftSettings: small
    ),
    // MARK: What authors of sources and servers import
    .target(
      name: "Catchword",
      dependencies: [
        "CatchwordCompletion", "CatchwordMatching", "CatchwordPrediction", "CatchwordRPC", "CatchwordServer",
        "CatchwordShared", "CatchwordText",
      ],
      swiftSettings: settings),

    // MARK: Scripted dialogues
    .target(
      name: "CatchwordTranscript", dependencies: ["CatchwordProcesses", "CatchwordRPC"], swiftSettings: small),

    // MARK: What is put into the program when it is built: the files of `editors`, and the commit
    .target(name: "CatchwordEmbedded", cSettings: [.define("CATCHWORD_COMMIT", to: "\"\(commit)\"")]),

    // MARK: Executables
    // Its folder and module must not differ from the library's in case alone: most file systems of macOS would take them for one.
    .executableTarget(
      name: "CatchwordProgram",
      dependencies: [
        "CatchwordCompletion", "CatchwordEmbedded", "CatchwordFiles", "CatchwordLearning", "CatchwordPrediction",
        "CatchwordProcesses", "CatchwordProxy", "CatchwordRPC", "CatchwordServer", "CatchwordSettings",
        "CatchwordSources", "CatchwordText", "CatchwordTranscript",
      ],
      swiftSettings: small
    ),
    .executableTarget(
      name: "catchword-bench",
      dependencies: [
        "CatchwordCompletion", "CatchwordFiles", "CatchwordLSP", "CatchwordMatching", "CatchwordPrediction",
        "CatchwordRPC", "CatchwordServer", "CatchwordSettings", "CatchwordShared", "CatchwordSources", "CatchwordText",
        "CatchwordTranscript",
      ],
      exclude: ["budgets.json", "measured-servers.json"],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "example-server",
      dependencies: ["Catchword"],
      swiftSettings: settings
    ),

    // MARK: Tests
    .executableTarget(
      name: "scripted-server",
      dependencies: [
        "CatchwordCompletion", "CatchwordProcesses", "CatchwordRPC", "CatchwordServer", "CatchwordSources",
        "CatchwordText", "TestSupport",
      ],
      path: "Tests/ScriptedServer",
      swiftSettings: settings
    ),
    .target(
      name: "TestSupport",
      dependencies: [
        "CatchwordCompletion", "CatchwordFiles", "CatchwordLearning", "CatchwordPrediction", "CatchwordProcesses",
        "CatchwordRPC", "CatchwordServer", "CatchwordSettings", "CatchwordSources", "CatchwordText",
        "CatchwordTranscript",
      ],
      path: "Tests/TestSupport",
      swiftSettings: settings
    ),
    .target(
      name: "TestTraits", dependencies: ["CatchwordFiles", "TestSupport"], path: "Tests/TestTraits",
      swiftSettings: settings
    ),
    // What `.ci/fuzz` builds with libFuzzer, which brings the `main`; without it, tests call the same checks.
    .target(
      name: "Fuzzing",
      dependencies: [
        "CatchwordCompletion", "CatchwordFiles", "CatchwordLSP", "CatchwordRPC", "CatchwordServer", "CatchwordSources",
        "CatchwordText", "CatchwordTranscript", "TestSupport",
      ],
      path: "Tests/Fuzzing",
      swiftSettings: settings
    ),
    .testTarget(
      name: "CatchwordTests", dependencies: ["Catchword", "CatchwordTranscript", "CatchwordTesting", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "CatchwordFilesTests", dependencies: ["CatchwordFiles", "TestSupport"], swiftSettings: settings),
    .testTarget(
      name: "CatchwordMatchingTests", dependencies: ["CatchwordMatching", "TestSupport"], swiftSettings: settings),
    .testTarget(
      name: "CatchwordPredictionTests", dependencies: ["CatchwordPrediction", "CatchwordText", "TestSupport"],
      swiftSettings: settings),
    .testTarget(name: "CatchwordRPCTests", dependencies: ["CatchwordRPC", "TestSupport"], swiftSettings: settings),
    .testTarget(
      name: "CatchwordSharedTests", dependencies: ["CatchwordFiles", "CatchwordShared", "TestSupport", "TestTraits"],
      swiftSettings: settings),
    .testTarget(name: "CatchwordTextTests", dependencies: ["CatchwordText", "TestSupport"], swiftSettings: settings),
    .testTarget(
      name: "CatchwordCompletionTests",
      dependencies: [
        "CatchwordCompletion", "CatchwordMatching", "CatchwordPrediction", "CatchwordRPC", "CatchwordText",
        "CatchwordTesting", "TestSupport",
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "CatchwordSnippetsTests",
      dependencies: ["CatchwordFiles", "CatchwordRPC", "CatchwordSnippets", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "CatchwordProcessesTests",
      dependencies: ["CatchwordCompletion", "CatchwordFiles", "CatchwordProcesses", "TestSupport", "scripted-server"],
      swiftSettings: settings),
    .testTarget(
      name: "CatchwordSourcesTests",
      dependencies: [
        "CatchwordCompletion", "CatchwordFiles", "CatchwordMatching", "CatchwordPrediction", "CatchwordProcesses",
        "CatchwordRPC", "CatchwordSettings", "CatchwordShared", "CatchwordSnippets", "CatchwordSources",
        "CatchwordText", "CatchwordTesting", "TestSupport", "TestTraits", "scripted-server",
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "CatchwordLearningTests",
      dependencies: ["CatchwordCompletion", "CatchwordFiles", "CatchwordLearning", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "CatchwordSettingsTests", dependencies: ["CatchwordRPC", "CatchwordSettings", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "CatchwordServerTests",
      dependencies: [
        "CatchwordCompletion", "CatchwordFiles", "CatchwordLSP", "CatchwordLearning", "CatchwordPrediction",
        "CatchwordProxy", "CatchwordRPC", "CatchwordServer", "CatchwordSettings", "CatchwordSources",
        "CatchwordText", "CatchwordTranscript", "TestSupport",
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "CatchwordProxyTests",
      dependencies: [
        "CatchwordCompletion", "CatchwordFiles", "CatchwordLSP", "CatchwordProxy", "CatchwordRPC", "CatchwordServer",
        "CatchwordSources", "CatchwordTesting", "CatchwordText", "CatchwordTranscript", "TestSupport",
        "CatchwordProgram", "scripted-server",
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "TranscriptTests",
      dependencies: [
        "CatchwordCompletion", "CatchwordLearning", "CatchwordProxy", "CatchwordRPC", "CatchwordServer",
        "CatchwordSettings", "CatchwordSources", "CatchwordText", "CatchwordTranscript", "Fuzzing", "TestSupport",
        "CatchwordProgram", "scripted-server",
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "EditorTests",
      dependencies: ["TestSupport", "TestTraits", "CatchwordProgram", "scripted-server"],
      exclude: ["VSCode"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "RepositoryTests",
      dependencies: [
        "CatchwordRPC", "CatchwordShared", "CatchwordTranscript", "TestSupport", "TestTraits", "CatchwordProgram",
        "catchword-bench",
      ],
      exclude: ["letter.txt", "prose"],
      swiftSettings: settings
    ),
  ],
  // `#embed` is of C23.
  cLanguageStandard: .gnu2x
)

// Tests in which a sanitizer has nothing to find need not be compiled for it, nor what only they run: `.ci/run` names them.
let leftOut = Set((Context.environment["CATCHWORD_LEFT_OUT"] ?? "").split(separator: " ").map(String.init))
package.targets.removeAll { leftOut.contains($0.name) }
