import CatchwordMatching
import Foundation
import Synchronization
import TestSupport
import TestTraits
import Testing

@testable import CatchwordShared

/// A real server behind something that delays, cuts and changes what it says.
@Suite(.blocking) struct BadWayTests {
  private enum Fault: CaseIterable, Sendable {
    /// Nothing comes any more, though the connection stays.
    case silence
    /// The connection ends, in the middle of an answer too.
    case cut
    /// Some bits are others.
    case flips
    /// The server's words are somebody else's.
    case page
  }

  private struct State {
    var random = SeededRandom()
    var fault: Fault?
    /// The number of bytes that come through before the fault.
    var sound = 0
  }

  /// A connection that a fault befalls.
  private final class BadWay: ByteChannel {
    private let channel: any ByteChannel
    private let state: SharedState
    var isDirect: Bool { channel.isDirect }

    init(_ channel: any ByteChannel, _ state: SharedState) { (self.channel, self.state) = (channel, state) }

    func write(_ bytes: [UInt8], until deadline: ContinuousClock.Instant) throws(PageStoreError) {
      try channel.write(bytes, until: deadline)
    }

    func read(into bytes: inout [UInt8], until deadline: ContinuousClock.Instant) throws(PageStoreError) {
      var new: [UInt8] = []
      try channel.read(into: &new, until: deadline)
      let failure: PageStoreError? = state.value.withLock { state in
        guard let fault = state.fault else { return nil }
        defer { state.sound = max(0, state.sound - new.count) }
        if state.sound >= new.count { return nil }
        switch fault {
        case .silence: return .late()
        case .cut:
          new = Array(new.prefix(state.sound))
          return PageStoreError("the connection has been closed by the server or on the way there", isClosed: true)
        case .flips:
          for _ in 0..<1 + state.random.below(4) {
            new[state.sound + state.random.below(new.count - state.sound)] ^= 1 << UInt8(state.random.below(8))
          }
        case .page: new = Array("HTTP/1.1 400 Bad Request\r\nServer: proxy\r\n\r\n".utf8)
        }
        return nil
      }
      bytes += new
      if let failure { throw failure }
    }
  }

  private final class SharedState: Sendable {
    let value = Mutex(State())
  }

  private let folder: TemporaryFolder
  private let namespace = SharedNamespace("acme/app")!

  init() throws { folder = try TemporaryFolder() }

  /// Whatever happens on the way, an answer has possible words that begin so, or there is an error that says what to look at;
  /// and once the way is sound, the same store answers as ever.
  @Test(arguments: 0..<4) func whatHappensOnTheWayIsSaidAndHarmless(round: Int) throws {
    guard let server = try RedisServer(folder.url, []) else { return }
    let address = try RedisAddress(server.address)
    let tree = PageTree((0..<3000).map { SharedWord("get\($0)", weight: UInt8(clamping: 250 - $0)) })
    _ = try RedisPageStore([address]).publish(tree, as: namespace, time: 1)
    let state = SharedState()
    var said: Set<String> = []
    var random = SeededRandom()
    var prompt = 0
    for step in 0..<150 {
      // Who has typed before is answered at once.
      let store = RedisPageStore([address], promptPatience: .seconds(10)) { address, deadline throws(PageStoreError) in
        BadWay(try address.connect(until: deadline), state)
      }
      var reader = PageReader(store)
      state.value.withLock { $0.fault = nil }
      _ = try reader.answer(to: SharedPrefix("get4"), of: namespace, now: .zero)
      let fault = Fault.allCases[step % Fault.allCases.count]
      state.value.withLock { ($0.fault, $0.sound) = (fault, [0, 10, 200, 2000, 40_000][random.below(5)]) }
      for typed in ["get2", "get29", "get17"] {
        let prefix = SharedPrefix(typed)
        do {
          let before = reader.facts.questions
          var answer = reader.promptAnswer(to: prefix, of: namespace, now: .zero)
          prompt += answer != nil && reader.facts.questions > before ? 1 : 0
          if answer == nil { answer = try reader.answer(to: prefix, of: namespace, now: .zero) }
          var matcher = Matcher(Pattern(typed), allowsTypos: true)
          #expect(
            answer?.words.allSatisfy {
              SharedWord.isPossible($0.text) && (prefix.begins($0.text) || matcher.score($0.text) != nil)
            } != false)
        } catch {
          said.insert("\(error)".split(separator: ":").first.map(String.init) ?? "")
          #expect("\(error)".unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }, "\(error)")
        }
      }
      state.value.withLock { $0.fault = nil }
      // Bits that are others behind TCP make other words, which are kept.
      if fault == .flips { reader = PageReader(store) }
      let answer = try reader.answer(to: SharedPrefix("get29"), of: namespace, now: .zero)
      #expect(answer?.words.count == PageQuestion.enough && answer?.words.first?.text == "get29", "\(fault)")
    }
    #expect(prompt > 0)
    #expect(
      said.isSuperset(of: [
        "the server does not answer in time", "the connection has been closed by the server or on the way there",
        "what answers does not speak the protocol of Redis",
      ]), "\(said)")
  }
}
