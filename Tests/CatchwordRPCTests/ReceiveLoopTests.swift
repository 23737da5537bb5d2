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

  /// Where the bytes are taken does not matter: what did not fit in the queue is read once there is room.
  @Test func aFullQueueIsReadOnceItIsTaken() async throws {
    let pipe = try Pipe("")
    defer { pipe.close() }
    let input = InputQueue()
    let loop = ReceiveLoop(reading: pipe.reading, into: input)
    #expect(loop.start())
    input.append(ContiguousArray(repeating: 0, count: 5 << 20))
    // Read while it is full or before, since the loop's thread may be at it.
    #expect(StreamPlatform.write([1], to: pipe.writing))
    var count = 0
    for await _ in input.wakes {
      count += input.take().bytes.count
      if count == 5 << 20 | 1 { break }
    }
    for round in 1...50 {
      // The loop has looked by then: the queue is full at its next look, which is a wait for room only.
      input.append(ContiguousArray(repeating: 0, count: 5 << 20))
      await Task(executorPreference: loop) {}.value
      while !loop.isIdle { await Task.yield() }
      #expect(StreamPlatform.write([1], to: pipe.writing))
      for await _ in input.wakes {
        count += input.take().bytes.count
        if count == (round + 1) * (5 << 20 | 1) { break }
      }
    }
    input.end()
  }

  // MARK: Side jobs

  #if os(Linux)
    /// What comes while side jobs stand still is read, and handled by a task on the same loop, which lets them go on.
    @Test func inputWaitsForNoSideJobs() async throws {
      let served = try ServedLoop()
      let (loop, side, gate) = (served.loop, served.side, served.gate)
      for _ in 0..<100 {
        let job = StandingJob(on: side, gate)
        await job.begin()
        #expect(served.write([1]))
        await job.end()
        // More than there are threads for: the rest begins when others have ended.
        var jobs = [StandingJob(on: side, gate)]
        await jobs[0].begin()
        jobs += (0..<19).map { _ in StandingJob(on: side, gate) }
        for job in jobs.prefix(15) { await job.begin() }
        // A task of the loop waits neither for them nor for input.
        await Task(executorPreference: loop) {}.value
        #expect(served.write([10]))
        for job in jobs.dropFirst(15) { await job.begin() }
        #expect(served.write([10]))
        for job in jobs { await job.end() }
      }
      #expect(await served.end() == 300)
    }

    /// Whatever happens at the same time: all tasks end, and main jobs run one at a time.
    @Test(arguments: 1...20) func randomTasksEnd(round: Int) async throws {
      var random = SeededRandom("randomTasksEnd(round: \(round))")
      let served = try ServedLoop()
      let (loop, side, gate) = (served.loop, served.side, served.gate)
      let running = Box<Int>()
      try await withThrowingTaskGroup { group in
        for task in 0..<20 {
          let steps = (0..<50).map { _ in Step.allCases.randomElement(using: &random) ?? .main }
          group.addTask {
            for step in steps {
              switch step {
              case .main:
                await withTaskExecutorPreference(loop) {
                  running.update { ($0 ?? 0) + 1 }
                  #expect(running.value == 1, "task \(task)")
                  running.update { _ in 0 }
                }
              case .side: await withTaskExecutorPreference(side) {}
              case .pool: await withTaskExecutorPreference(globalConcurrentExecutor) {}
              case .standing:
                let job = StandingJob(on: side, gate)
                await job.begin()
                #expect(served.write([1]))
                await job.end()
              }
            }
          }
        }
        try await group.waitForAll()
      }
      _ = await served.end()
    }

    private enum Step: CaseIterable { case main, side, pool, standing }

    /// A loop with a task on it that takes its input: each byte is a number of jobs that may go on.
    private final class ServedLoop: Sendable {
      let loop: ReceiveLoop
      let side: any TaskExecutor
      let gate: DispatchSemaphore
      private let pipe: Pipe
      private let input: InputQueue
      private let server: Task<Int, Never>

      init() throws {
        let (pipe, input, gate) = (try Pipe(""), InputQueue(), DispatchSemaphore(value: 0))
        let loop = ReceiveLoop(reading: pipe.reading, into: input)
        #expect(loop.start())
        server = Task(executorPreference: loop) {
          var received = 0
          for await _ in input.wakes {
            let (bytes, isEnded, _) = input.take()
            received += bytes.count
            for byte in bytes { for _ in 0..<byte { gate.signal() } }
            if isEnded { break }
          }
          return received
        }
        side = try #require(loop.sideExecutor)
        (self.loop, self.pipe, self.input, self.gate) = (loop, pipe, input, gate)
      }

      deinit { pipe.close() }

      func write(_ bytes: ContiguousArray<UInt8>) -> Bool { StreamPlatform.write(bytes, to: pipe.writing) }

      /// Ends the input.
      ///
      /// - Returns: The number of bytes that were taken.
      func end() async -> Int {
        input.end()
        return await server.value
      }
    }

    /// A job that blocks its thread until a gate lets it go on.
    private final class StandingJob: Sendable {
      private let (begun, hasBegun) = AsyncStream<Void>.makeStream()
      private let task: Task<Void, Never>

      init(on executor: any TaskExecutor, _ gate: DispatchSemaphore) {
        task = Task(executorPreference: executor) { [hasBegun] in
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
    #expect(loop.sideExecutor == nil)
    var received: ContiguousArray<UInt8> = []
    for await _ in input.wakes {
      let (bytes, isEnded, _) = input.take()
      received += bytes
      if isEnded { break }
    }
    #expect(received == ContiguousArray("text".utf8))
  }
}
