/// Questions: to the node that has a key, to those to which it leads, and to replicas when it does not answer.
extension RedisNodes {
  /// How an answer is waited for.
  enum Size {
    /// A page or some, which come within the usual time.
    case small
    /// A whole bucket, which takes as long as the network needs.
    case large
  }

  /// How long is waited.
  private struct Wait {
    /// The time for which an answer is waited for.
    let patience: Duration
    let size: Size
    /// True where another node can answer: then it is waited for no longer than usual.
    let isHurried: Bool
    /// The time at which all ends.
    let end: ContinuousClock.Instant
  }

  /// The maximum number of times that a question is sent elsewhere.
  private static let maximumRedirections = 5

  /// Sends commands that only read and may be sent twice, and returns the answer to each.
  ///
  /// Whatever fails, it takes no longer than a connection and the patience, once the password is known.
  ///
  /// - Parameters:
  ///   - key: The key that they are about; nil for any server.
  ///   - patience: The time for which the last node that can answer is waited for.
  /// - Returns: The answers, and whether they are those of a node that has the newest state.
  /// - Throws: `PageStoreError`, also for a refusal.
  mutating func ask(
    _ commands: [RESPCommand], about key: String?, patience: Duration, _ size: Size
  ) throws(PageStoreError) -> (answers: [RESPValue], isNewest: Bool) {
    try user.prepare()
    let end = ContinuousClock.now + RedisNodes.connectionPatience + patience
    var failure = RedisNodes.nobody
    // Each for its usual time, and then, if nobody has answered, each for as long as there is.
    for isHurried in [true, false] {
      readMapInTime(until: end)
      let candidates = candidates(for: key)
      if isHurried, candidates.count < 2 { continue }
      for address in candidates where .now < end {
        do throws(PageStoreError) {
          return try ask(
            commands, of: address, Wait(patience: patience, size: size, isHurried: isHurried, end: end))
        } catch {
          guard error.isAway else { throw error }
          failure = error
          avoid(address)
        }
      }
    }
    throw failure
  }

  /// Returns the answer to a command that only reads, if a server that lately took no longer than `promptPatience` gives it
  /// within that. Otherwise nil; it is to be asked as usual then, and nothing is sent twice.
  mutating func promptAnswer(to command: RESPCommand, about key: String) -> RESPValue? {
    let patience = promptPatience
    // Without a cluster, there is no map to be in doubt about.
    guard map == nil || !isMapDoubtful, let address = candidates(for: key).first,
      map?.primaries.contains(address) ?? true, let node = nodes[address], node.avoidedUntil == nil,
      node.pace < patience,
      let connection = node.connection
    else { return nil }
    let begin = ContinuousClock.now
    guard let answer = connection.promptAnswers(to: [command], within: patience)?.first else {
      // Some questions later, it is tried again.
      nodes[address]?.pace = patience * 2
      return nil
    }
    nodes[address]?.pace = max(node.pace * 7 / 8, .now - begin)
    // What is refused, or is elsewhere, is asked once more, and not so again for a while.
    if case .error = answer {
      nodes[address]?.pace = patience * 2
      return nil
    }
    return answer
  }

  /// Asks a node, and those to which it leads.
  private mutating func ask(
    _ commands: [RESPCommand], of first: RedisAddress, _ wait: Wait
  ) throws(PageStoreError) -> (answers: [RESPValue], isNewest: Bool) {
    var (address, isOnce, isNewest) = (first, false, map?.primaries.contains(first) ?? true)
    for _ in 0..<RedisNodes.maximumRedirections {
      let sent = isOnce ? [RESPCommand("ASKING")] + commands : commands
      var answers: [RESPValue]
      do throws(PageStoreError) {
        answers = try answer(to: sent, from: address, wait)
      } catch {
        // The one that has led here is not to blame.
        if address != first { avoid(address) }
        throw error
      }
      guard let redirection = RedisNodes.redirection(answers, from: address) else {
        answers = try RedisConnection.checked(answers)
        if isOnce { answers.removeFirst() }
        return (answers, isNewest)
      }
      if !redirection.isOnce { didMove(address, until: wait.end) }
      (address, isOnce, isNewest) = (redirection.address, redirection.isOnce, true)
    }
    throw PageStoreError("the nodes of the cluster do not know which of them has the words", isAway: true)
  }

  private static func redirection(_ answers: [RESPValue], from address: RedisAddress) -> RedisRedirection? {
    for case .error(let reason) in answers {
      if let redirection = RedisRedirection(reason, from: address) { return redirection }
    }
    return nil
  }

  /// Asks a node by the connection that there is, or by a new one when the node has closed that meanwhile.
  private mutating func answer(
    to commands: [RESPCommand], from address: RedisAddress, _ wait: Wait
  ) throws(PageStoreError) -> [RESPValue] {
    if let connection = nodes[address]?.connection {
      do throws(PageStoreError) {
        return try timedAnswer(connection, commands, address, wait)
      } catch {
        nodes[address]?.connection = nil
        if !error.isClosed { throw error }
      }
    }
    let patience = wait.isHurried ? connectionPatience(of: address) : RedisNodes.connectionPatience
    let connection = try connect(to: address, until: min(wait.end, .now + patience))
    do throws(PageStoreError) {
      return try timedAnswer(connection, commands, address, wait)
    } catch {
      nodes[address]?.connection = nil
      throw error
    }
  }

  private mutating func timedAnswer(
    _ connection: RedisConnection, _ commands: [RESPCommand], _ address: RedisAddress, _ wait: Wait
  ) throws(PageStoreError) -> [RESPValue] {
    var node = nodes[address] ?? Node()
    let begin = ContinuousClock.now
    let usual = wait.size == .large ? wait.patience / 4 : max(node.pace * 3, RedisNodes.leastPatience)
    let patience = wait.isHurried ? min(wait.patience, usual) : wait.patience
    let answers: [RESPValue]
    do throws(PageStoreError) {
      answers = try connection.ask(commands, until: min(wait.end, begin + patience))
    } catch {
      // The way there may have become longer.
      nodes[address]?.pace = min(max(node.pace, RedisNodes.leastPatience) * 2, wait.patience)
      throw error
    }
    // What took long once is forgotten in time.
    if wait.size == .small { node.pace = max(node.pace * 7 / 8, .now - begin) }
    (node.avoidedUntil, node.pause) = (nil, RedisNodes.shortestPause)
    nodes[address] = node
    return answers
  }
}
