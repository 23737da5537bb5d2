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

  // MARK: Jobs that take long

  #if os(Linux)
    /// What comes while a job stands still is read, and handled by a task on the same loop, which lets the job go on.
    @Test func inputWaitsForNoJobs() async throws {
      let pipe = try Pipe("")
      defer { pipe.close() }
      let input = InputQueue()
      let loop = ReceiveLoop(reading: pipe.reading, into: input)
      #expect(loop.start())
      #expect(loop.readsBesideJobs)
      let gate = DispatchSemaphore(value: 0)
      // Each byte is a number of jobs that may go on.
      let server = Task(executorPreference: loop) {
        var received = 0
        for await _ in input.wakes {
          let (bytes, isEnded, _) = input.take()
          received += bytes.count
          for byte in bytes { for _ in 0..<byte { gate.signal() } }
          if isEnded { break }
        }
        return received
      }
      for _ in 0..<100 {
        let job = StandingJob(on: loop, gate)
        await job.begin()
        #expect(StreamPlatform.write([1], to: pipe.writing))
        await job.end()
        // Of several, each further one begins when a thread has come for input.
        let jobs = (0..<5).map { _ in StandingJob(on: loop, gate) }
        for job in jobs {
          await job.begin()
          #expect(StreamPlatform.write([0], to: pipe.writing))
        }
        #expect(StreamPlatform.write([5], to: pipe.writing))
        for job in jobs { await job.end() }
      }
      input.end()
      #expect(await server.value == 700)
    }

    /// A job that blocks its thread until a gate lets it go on.
    private final class StandingJob: Sendable {
      private let (begun, hasBegun) = AsyncStream<Void>.makeStream()
      private let task: Task<Void, Never>

      init(on loop: ReceiveLoop, _ gate: DispatchSemaphore) {
        task = Task(executorPreference: loop) { [hasBegun] in
          hasBegun.finish()
          StandingJob.stand(gate)
        }
      }

      func begin() async { for await _ in begun {} }
      func end() async { await task.value }

      private static func stand(_ gate: DispatchSemaphore) { gate.wait() }
    }
  #endif

  /// No thread can be woken for input from a file, which is read all the same.
  @Test func aFileIsReadByOneThread() async throws {
    let folder = try TemporaryFolder()
    let path = folder.url.appending(path: "input").path
    try "text".write(toFile: path, atomically: true, encoding: .utf8)
    let descriptor = open(path, O_RDONLY)
    let input = InputQueue()
    let loop = ReceiveLoop(reading: descriptor, into: input)
    #expect(loop.start())
    #expect(!loop.readsBesideJobs)
    var received: ContiguousArray<UInt8> = []
    for await _ in input.wakes {
      let (bytes, isEnded, _) = input.take()
      received += bytes
      if isEnded { break }
    }
    #expect(received == ContiguousArray("text".utf8))
  }
}
