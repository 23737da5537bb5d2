import CatchwordFiles
import Foundation
import Synchronization
import Testing

@testable import CatchwordSources

/// What is kept of a tags file, and what is not.
struct TagReaderTests {
  private static let place = FilePlace(path: "/p/tags")
  private static let sortedHead = "!_TAG_FILE_SORTED\t1\t//\n"
  private static let head = "!_TAG_FILE_SORTED\t0\t//\n"
  private static let lines = "far_two\ta.c\t1\nfar_one\ta.c\t1\n"

  /// Bytes of which those at one place cannot be read.
  private static func bytes(
    _ text: String, failingAt failure: Int? = nil, willRead: @escaping (_ offset: Int) -> Void = { _ in }
  ) -> TagBytes {
    let bytes = Array(text.utf8)
    return TagBytes(count: bytes.count) { offset, count in
      willRead(offset)
      return offset == failure ? nil : Array(bytes[min(offset, bytes.count)..<min(bytes.count, offset + count)])
    }
  }

  private static func search(
    _ reader: TagReader, _ bytes: TagBytes, modified: Double = 1
  ) throws -> (names: [String], isCut: Bool) {
    let stamp = FileAccess.Stamp(modified: modified, size: UInt64(bytes.count))
    let answer = try reader.search(bytes, stamp, place, for: "far", limit: 10, TagSearch.maximumScanned)
    return (answer.tags.compactMap { TagLine($0.line[...])?.name }.sorted(), answer.isCut)
  }

  /// Both have read the file before either sorts it.
  @Test(.timeLimit(.minutes(10))) func aFileThatTwoThreadsNeedIsSortedOnce() throws {
    let reader = TagReader()
    let hasRead = [DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)]
    let done = DispatchGroup()
    for thread in 0..<2 {
      done.enter()
      Thread {
        defer { done.leave() }
        let bytes = Self.bytes(Self.head + Self.lines) { offset in
          guard offset == Self.head.utf8.count else { return }
          hasRead[1 - thread].signal()
          hasRead[thread].wait()
        }
        let found = try? Self.search(reader, bytes)
        #expect(found?.names == ["far_one", "far_two"])
      }.start()
    }
    done.wait()
    #expect(reader.sorts.withLock { $0 } == 1)
    #expect(try Self.search(reader, Self.bytes(Self.head + Self.lines)).names == ["far_one", "far_two"])
    #expect(reader.sorts.withLock { $0 } == 1)
    #expect(try Self.search(reader, Self.bytes(Self.head + "far_new\ta.c\t1\n"), modified: 2).names == ["far_new"])
    #expect(reader.sorts.withLock { $0 } == 2)
  }

  /// What could not be read once is not kept as a file without tags.
  @Test(arguments: [0, head.utf8.count]) func anUnsortedFileThatCannotBeReadIsReadTheNextTime(place: Int) throws {
    let reader = TagReader()
    let failed = try Self.search(reader, Self.bytes(Self.head + Self.lines, failingAt: place))
    #expect(failed.names == [] && failed.isCut)
    let found = try Self.search(reader, Self.bytes(Self.head + Self.lines))
    #expect(found.names == ["far_one", "far_two"] && !found.isCut)
  }

  /// Nothing is said of its order: it could not be seen.
  @Test func aLargeFileThatCannotBeReadIsNotCalledUnsorted() throws {
    let bytes = TagBytes(count: TagFile.maximumUnsorted + 1) { _, _ in nil }
    #expect(try Self.search(TagReader(), bytes).isCut)
  }

  /// The answer is one that is asked for again.
  @Test func aSortedFileThatCannotBeReadIsCut() throws {
    let reader = TagReader()
    let text = Self.sortedHead + "far_one\ta.c\t1\n"
    #expect(try Self.search(reader, Self.bytes(text)).names == ["far_one"])
    let failed = try Self.search(reader, Self.bytes(text, failingAt: Self.sortedHead.utf8.count))
    #expect(failed.names == [] && failed.isCut)
    let found = try Self.search(reader, Self.bytes(text))
    #expect(found.names == ["far_one"] && !found.isCut)
  }
}
