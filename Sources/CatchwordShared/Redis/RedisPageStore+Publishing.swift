/// Writing what is read.
extension RedisPageStore: RevisablePageStore {
  package func publish(
    _ tree: PageTree, as namespace: SharedNamespace, time: Int, rate: Int?, _ progress: (Int, Int) -> Void
  ) throws -> (Publication, isNew: Bool) {
    let buckets = PageBuckets(tree)
    let publication = Publication(tree, digest: buckets.digest, time: time)
    var publisher = try RedisPublisher(self, namespace, rate: rate)
    defer { publisher.end() }
    let old = try publisher.publication()
    let isNew = try publisher.publish(buckets, publication, replacing: old, progress)
    if isNew { try publisher.noteCompared(time) }
    return (isNew ? publication : old ?? publication, isNew)
  }

  package func publication(madeOf source: UInt64, as namespace: SharedNamespace) throws -> Publication? {
    var publisher = try RedisPublisher(self, namespace)
    defer { publisher.end() }
    guard let old = try publisher.publication(), old.source == source, try publisher.isWhole(old) else { return nil }
    return old
  }

  package func publish(
    _ changes: WordChanges, of source: UInt64, as namespace: SharedNamespace, time: Int, rate: Int?,
    _ progress: (Int, Int) -> Void
  ) throws -> Publication? {
    var publisher = try RedisPublisher(self, namespace, rate: rate)
    defer { publisher.end() }
    guard let old = try publisher.publication(), old.source == source,
      try publisher.isWhole(old, trustingNotesAt: time)
    else { return nil }
    if changes.all.isEmpty { return old }
    publisher.revised = old
    var revision = PageRevision(old) { try publisher.pages(of: $0, old) }
    do {
      let (buckets, publication) = try revision.make(changes, time: time)
      let isNew = try publisher.publish(buckets, publication, replacing: old, progress)
      return isNew ? publication : old
    } catch is PageRevision.NeedsAll {
      return nil
    } catch let error as PageStoreError where error == publisher.lost {
      // Whoever publishes all waits for the other one, and looks at all that is there.
      return nil
    }
  }

  package func remove(_ namespace: SharedNamespace) throws -> Bool {
    var publisher = try RedisPublisher(self, namespace, removes: true)
    defer { publisher.end() }
    return try publisher.remove()
  }
}
