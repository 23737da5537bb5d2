import Testing

@testable import CatchwordShared

/// How long is waited after what was written.
struct WritingPaceTests {
  @Test func soManyBytesASecondOnAverage() {
    let begin = ContinuousClock.now
    var pace = WritingPace(atMost: 1000, from: begin)
    #expect(pace.end == begin)
    pace.count(500)
    #expect(pace.end == begin + .milliseconds(500))
    pace.count(2500)
    #expect(pace.end == begin + .seconds(3))
  }

  @Test func atLeastOneByteASecond() {
    for rate in [0, -1, Int.min] {
      var pace = WritingPace(atMost: rate, from: .now)
      let begin = pace.end
      pace.count(3)
      #expect(pace.end == begin + .seconds(3))
    }
  }

  @Test func withoutAMaximumNobodyWaits() {
    let begin = ContinuousClock.now
    var pace = WritingPace(atMost: nil, from: begin)
    pace.count(.max / 2)
    #expect(pace.end == begin)
    pace.pause { Issue.record("nobody waits") }
  }

  /// A lease is renewed meanwhile, and whoever has lost it writes no more.
  @Test func whatFailsMeanwhileEndsIt() {
    var pace = WritingPace(atMost: 1, from: .now)
    pace.count(1_000_000)
    #expect(throws: PageStoreError.nothing) {
      try pace.pause { () throws(PageStoreError) in throw .nothing }
    }
  }
}
