import CatchwordShared
import Foundation

/// Few of very many published words change.
extension SharedBenchmark {
  /// Publishes what a changed file changes, twenty times: of sixteen words, some are in one more or one less, new or gone.
  mutating func publishChanges(_ publication: Publication, _ wire: inout Wire) throws {
    let (rounds, each) = (20, 4)
    let store = RedisPageStore([address])
    var random = SoakRandom(seed: 11)
    var source = publication.source ?? 0
    var added: [SharedWord] = []
    var times: [Duration] = []
    let before = try number("total_net_input_bytes:", "stats", &wire)
    for round in 0..<rounds {
      var changes = added.map { WordChanges.Change($0.text, from: $0.weight, to: nil) }
      var chosen: Set<Int> = []
      while chosen.count < 2 * each { chosen.insert(random.number(below: words.count)) }
      for (number, index) in chosen.enumerated() {
        let old = words[index]
        words[index] = SharedWord(old.text, weight: number < each ? old.weight + 1 : old.weight - 1)
        changes.append(WordChanges.Change(old.text, from: old.weight, to: words[index].weight))
      }
      added = chosen.prefix(each).map { SharedWord("\(words[$0].text)Round\(round)", weight: words[$0].weight) }
      changes += added.map { WordChanges.Change($0.text, from: nil, to: $0.weight) }
      let all = words + added
      let changed = WordChanges(changes) { least, isWanted in all.filter { $0.weight >= least && isWanted($0) } }
      times.append(
        try ContinuousClock().measure {
          guard
            try store.publish(changed, of: source, as: SharedBenchmark.namespace, time: 1, rate: nil, { _, _ in })
              != nil
          else { throw PageStoreError("the changes were not published") }
        })
      source = changed.source(after: source)
    }
    let bytes = (try number("total_net_input_bytes:", "stats", &wire) ?? 0) - (before ?? 0)
    let measured = Measurement(times)
    notes.append(
      "\(4 * each) changed words: \(readable(measured.p50.microseconds / 1000)) ms, the slowest of \(rounds) "
        + "\(readable(measured.p99.microseconds / 1000)) ms; \(grouped(bytes / rounds)) bytes to the server")
  }
}
