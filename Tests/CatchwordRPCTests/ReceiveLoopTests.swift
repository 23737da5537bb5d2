import Dispatch
import Foundation
import TestSupport
import Testing

@testable import CatchwordRPC

struct ReceiveLoopTests {
  /// A pipe, with what is to be read in it.
  private struct Pipe {
    let reading: Int32
    let writing: Int32

    init(_ text: String) throws {
      var ends: [Int32] = [-1, -1]
      try #require(pipe(&ends) == 0)
      (reading, writing) = (ends[0], ends[1])
      try #require(StreamPlatform.write(ContiguousArray(text.utf8), to: writing))
    }

    /// The other end stays open: the loop's thread lasts as long as the process, and may be about to read it when the test is
    /// over; by then its number could be another pipe's.
    func close() { Foundation.close(writing) }
  }

  /// However much the tasks have to do, what has come is read after a few of their turns.
  @Test(arguments: [1, 3, 20])
  func tasksThatAlwaysHaveSomethingToDoKeepNobodyFromBeingHeard(tasks: Int) async throws {
    let pipe = try Pipe("x")
    defer { pipe.close() }
    let input = InputQueue()
    let loop = ReceiveLoop(reading: pipe.reading, into: input)
    let turns = Box<Int>()
    let busy = (0..<tasks).map { _ in
      Task(executorPreference: loop) {
        for _ in 0..<1000 {
          if input.take().bytes.first != nil || input.isEnded { return input.end() }
          turns.update { ($0 ?? 0) + 1 }
          await Task.yield()
        }
      }
    }
    #expect(loop.start())
    for task in busy { await task.value }
    #expect((turns.value ?? 0) <= ReceiveLoop.jobsPerLook)
  }

  @Test func jobsRunInTheOrderInWhichTheyBecameReady() async throws {
    let pipe = try Pipe("")
    defer { pipe.close() }
    let input = InputQueue()
    let loop = ReceiveLoop(reading: pipe.reading, into: input)
    let order = Box<[Int]>()
    let tasks = (0..<100).map { number in
      Task(executorPreference: loop) {
        for turn in 0..<3 {
          order.update { ($0 ?? []) + [turn * 100 + number] }
          await Task.yield()
        }
      }
    }
    #expect(loop.start())
    for task in tasks { await task.value }
    #expect(order.value == Array(0..<300))
    input.end()
  }
}
