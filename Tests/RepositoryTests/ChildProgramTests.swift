import Foundation
import TestSupport
import TestTraits
import Testing

/// What tests start programs with.
@Suite(.blocking) struct ChildProgramTests {
  private let home: TemporaryFolder

  init() throws { home = try TemporaryFolder() }

  private func shell(
    _ script: String, input: ChildProgram.Stream = .nothing, output: ChildProgram.Stream = .pipe
  ) throws -> ChildProgram {
    try ChildProgram(
      "/bin/sh", ["-c", script], environment: ["NAME": "a b"], folder: home.url, input: input, output: output,
      errors: .output)
  }

  @Test func tellsWhatItSaysAndHowItEnds() throws {
    let program = try shell("echo \"$NAME\"; pwd -P; echo error >&2; exit 7")
    let said = String(decoding: try program.readToEnd(), as: UTF8.self)
    #expect(said == "a b\n\(home.url.resolvingSymlinksInPath().path)\nerror\n")
    #expect(try program.wait() == 7)
    #expect(try shell("kill -TERM $$").wait() == 128 + SIGTERM)
  }

  @Test func itsEndIsHeardThoughAChildOfItsOwnLivesOn() throws {
    // The child reads what we have not closed yet.
    let program = try shell("exec 3<&0; cat <&3 & exit 3", input: .pipe)
    #expect(try program.wait() == 3)
    try program.input?.close()
    #expect(try program.readToEnd().isEmpty)
  }

  @Test func whoIsLetGoOfEnds() throws {
    var program: ChildProgram? = try shell("echo on; exec cat", input: .pipe)
    let id = try #require(program?.id)
    #expect(try program?.read() == Data("on\n".utf8))
    program = nil
    #expect(kill(id, 0) != 0)
  }

  #if os(Linux)
    @Test func descriptorsDoNotLeakIntoIt() throws {
      let file = try #require(FileHandle(forReadingAtPath: home.url.path))
      // One more is that of the folder that `ls` reads.
      #expect(String(decoding: try shell("exec ls /proc/self/fd").readToEnd(), as: UTF8.self) == "0\n1\n2\n3\n")
      try file.close()
    }
  #endif

  @Test func whatCannotBeStartedIsNamed() {
    #expect(throws: ChildProgram.Failure.self) { try ChildProgram("/nowhere/program") }
  }
}
