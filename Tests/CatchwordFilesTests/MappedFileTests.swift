import Foundation
import TestSupport
import Testing

@testable import CatchwordFiles

/// Files that are mapped, and changed in place by somebody who must not.
struct MappedFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: [0, 5000, 4 * 65_536 + 1]) func whatIsCutShortReadsAsZeros(left: Int) throws {
    let count = 8 * 65_536
    let path = try folder.write(String(repeating: "x", count: count), to: "mapped")
    let memory = try #require(FileSystem.map(path))
    let faults = MappedFile.faults
    #expect(truncate(path, off_t(left)) == 0)
    // The rest of the last page that the file still has reads as zeros by itself.
    let sum = withExtendedLifetime(memory) { memory.bytes.reduce(0) { $0 + ($1 == 0x78 ? 1 : 0) } }
    #expect(sum == left)
    #expect(memory.bytes.count == count)
    #expect(MappedFile.faults > faults)
    // Other files are as they were.
    let other = try #require(FileSystem.map(try folder.write("whole", to: "other")))
    #expect(withExtendedLifetime(other) { Array(other.bytes) } == Array("whole".utf8))
  }

  /// As many readers as there are cores find it out at once.
  @Test func manyThreadsReadOn() async throws {
    let path = try folder.write(String(repeating: "x", count: 1 << 22), to: "mapped")
    let memory = try #require(FileSystem.map(path))
    #expect(truncate(path, 0) == 0)
    await withTaskGroup(of: Int.self) { group in
      for _ in 0..<8 { group.addTask { memory.bytes.reduce(0) { $0 + Int($1) } } }
      for await sum in group { #expect(sum == 0) }
    }
  }

  @Test func aMappingGivesItsPlaceBack() throws {
    let path = try folder.write("x", to: "mapped")
    for _ in 0..<5000 { #expect(FileSystem.map(path) != nil) }
  }
}
