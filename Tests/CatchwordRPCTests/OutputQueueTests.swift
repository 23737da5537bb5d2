import Testing

@testable import CatchwordRPC

/// A client that does not read: what waits for it is bounded, and no answer is lost.
struct OutputQueueTests {
  private let long = ContiguousArray<UInt8>(repeating: 0x20, count: 100_000)
  private let short = ContiguousArray("{}".utf8)

  @Test func handsOnWhatIsReadInTime() {
    var queue = OutputQueue()
    queue.append(long, urgency: .replaceable(by: short))
    queue.append(short, urgency: .droppable)
    #expect(queue.take(atLeast: 1 << 20) == [OutgoingMessage.frame(long), OutgoingMessage.frame(short)])
    #expect(queue.isEmpty && queue.bytes == 0)
  }

  @Test func dropsWhatNobodyWaitsFor() {
    var queue = OutputQueue()
    for _ in 0..<11 { queue.append(long, urgency: .required) }
    queue.append(long, urgency: .droppable)
    #expect(queue.take(atLeast: .max).count == 11)
  }

  @Test func shrinksAnswersTheOldestFirst() {
    var queue = OutputQueue()
    for _ in 0..<200 { queue.append(long, urgency: .replaceable(by: short)) }
    #expect(queue.bytes <= OutputQueue.shrinkingMark)
    let frames = queue.take(atLeast: .max)
    #expect(frames.count == 200)
    #expect(frames.first == OutgoingMessage.frame(short))
    #expect(frames.last == OutgoingMessage.frame(long))
  }

  @Test func leavesOutNoAnswerThatCannotShrink() {
    var queue = OutputQueue()
    for _ in 0..<200 { queue.append(long, urgency: .required) }
    #expect(queue.isCongested)
    #expect(queue.take(atLeast: .max).count == 200)
    #expect(!queue.isCongested)
  }

  @Test func dropsWhatWasTakenInBeforeItGrew() {
    var queue = OutputQueue()
    queue.append(long, urgency: .droppable)
    for _ in 0..<60 { queue.append(long, urgency: .required) }
    #expect(queue.take(atLeast: .max).count == 60)
  }

  @Test func shrinksOnAfterSomeHasBeenTaken() {
    var queue = OutputQueue()
    for _ in 0..<60 { queue.append(long, urgency: .replaceable(by: short)) }
    let first = queue.take(atLeast: 1000)
    for _ in 0..<60 { queue.append(long, urgency: .replaceable(by: short)) }
    #expect(queue.bytes <= OutputQueue.shrinkingMark)
    #expect(first.count + queue.take(atLeast: .max).count == 120)
  }
}
