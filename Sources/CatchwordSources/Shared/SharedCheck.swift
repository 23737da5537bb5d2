import CatchwordShared

/// Checks whether a place of shared words can be read, for those who set it up. All methods block.
package struct SharedCheck {
  /// What was found out about a namespace, in a line, and whether it is as it should be.
  package typealias Finding = (text: String, isGood: Bool)

  private let settings: SharedSettings

  /// - Parameter settings: The settings of the place.
  package init(_ settings: SharedSettings) { self.settings = settings }

  /// Asks the place for each of its namespaces as an editor does, until it turns out to be away.
  package func test() -> [Finding] {
    guard let store = settings.store else { return [] }
    var findings: [Finding] = []
    var isAway = false
    for namespace in settings.names where !isAway {
      findings.append(finding(namespace, in: store, &isAway))
    }
    return findings
  }

  private func finding(_ namespace: SharedNamespace, in store: any PageStore, _ isAway: inout Bool) -> Finding {
    SharedCheck.finding(namespace) {
      do {
        guard let publication = try store.publication(of: namespace) else { throw PageStoreError.nothing }
        var reader = PageReader(store)
        let begin = ContinuousClock.now
        _ = try reader.answer(to: SharedPrefix("xyz"), of: namespace, now: .zero)
        let milliseconds = SourceStatus.milliseconds(ContinuousClock.now - begin)
        let time = SourceStatus.time(publication.time)
        let cluster = (store as? RedisPageStore)?.clusterText.map { "; the server is \($0)" }
        return
          "\(publication.wordCount) words, published \(time); the first question took \(milliseconds) ms\(cluster ?? "")"
      } catch {
        isAway = (error as? PageStoreError)?.isAway == true
        throw error
      }
    }
  }

  /// Reads all pages of a namespace, and compares them with what was published.
  package func verify(_ namespace: String) -> Finding {
    guard let store = settings.store, let name = SharedNamespace(namespace) else {
      return (SharedPublisher.wrongName(namespace), false)
    }
    return SharedCheck.finding(name) {
      guard var publication = try store.publication(of: name) else { throw PageStoreError.nothing }
      var attempts = 1
      while try !store.isWhole(publication, name) {
        attempts += 1
        // Somebody may have published meanwhile.
        guard attempts <= 3, let newer = try store.publication(of: name), newer != publication else {
          throw PageStoreError(
            "some pages are not as they were published: publish it again, and if that changes nothing, unpublish it before"
          )
        }
        publication = newer
      }
      return "all pages are as they were published"
    }
  }

  private static func finding(_ namespace: SharedNamespace, _ body: () throws -> String) -> Finding {
    do { return ("\(namespace.text): \(try body())", true) } catch { return ("\(namespace.text): \(error)", false) }
  }
}
