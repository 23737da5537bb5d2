import CatchwordCompletion
import Foundation
import TestSupport
import Testing

/// The example in the documentation of `TaskSlot` compiles, and does what the documentation says.
struct TaskSlotExampleTests {
  @Test func whatIsPrintedIsWhatIsCompiled() throws {
    func read(_ path: String) throws -> String {
      try String(contentsOf: Repository.root.appendingPathComponent(path), encoding: .utf8)
    }
    let lines = try read("Sources/CatchwordCompletion/TaskSlot.swift").split(
      separator: "\n", omittingEmptySubsequences: false)
    let first = try #require(lines.firstIndex(of: "/// ```swift"))
    let printed = lines[(first + 1)...].prefix { $0 != "/// ```" }.map { $0.dropFirst($0 == "///" ? 3 : 4) }
    let compiled = try read("Tests/CatchwordCompletionTests/TaskSlotExample.swift")
    #expect(printed.count > 10)
    #expect(compiled.hasSuffix("\n\n" + printed.joined(separator: "\n") + "\n"))
  }

  /// The action waits for results that never come, and the owner goes all the same: then the slot cancels the action.
  @MainActor @Test func lettingGoOfTheOwnerCancels() async {
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    let (ended, end) = AsyncStream.makeStream(of: Bool.self)
    var field: SearchField? = SearchField { _ in
      begin.yield()
      // Ends when the task is cancelled, and not before.
      for await _ in AsyncStream<Void>.makeStream().stream {}
      end.yield(Task.isCancelled)
      return []
    }
    weak let owner = field
    field?.textDidChange("amsterdam")
    for await _ in begun { break }
    field = nil
    #expect(owner == nil)
    for await isCancelled in ended {
      #expect(isCancelled)
      break
    }
  }
}
