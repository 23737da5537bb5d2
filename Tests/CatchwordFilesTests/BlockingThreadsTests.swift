import CatchwordFiles
import Foundation
import Testing

struct BlockingThreadsTests {
  /// What a key waits for is not behind all else that the machine does.
  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/thread-self/stat")))
  func onlyWhatNobodyWaitsForGivesWay() async throws {
    let own = try Self.niceness()
    let prompt = try await Task(executorPreference: BlockingThreads.prompt) { try Self.niceness() }.value
    #expect(prompt == own)
    let shared = try await Task(executorPreference: BlockingThreads.shared) { try Self.niceness() }.value
    #expect(shared == min(19, max(own, 10)))
  }

  /// How willingly the calling thread gives way, as Linux says: from -20 to 19.
  private static func niceness() throws -> Int {
    let stat = try String(contentsOfFile: "/proc/thread-self/stat", encoding: .utf8)
    // The third field is the first behind the name; this is the nineteenth.
    let fields = stat[try #require(stat.lastIndex(of: ")"))...].split(separator: " ")
    return try #require(Int(fields[17]))
  }
}
