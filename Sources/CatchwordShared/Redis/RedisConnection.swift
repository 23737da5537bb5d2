/// A connection to a server that speaks the protocol of Redis. One thread uses it at a time.
final class RedisConnection {
  private let channel: any ByteChannel
  private var reader = RESPReader()
  /// A question that was sent, and what has come of its answers.
  private struct Question {
    let bytes: [UInt8]
    let count: Int
    let sent = ContinuousClock.now
    var answers: [RESPValue] = []

    init(_ commands: [RESPCommand]) {
      count = commands.count
      var bytes: [UInt8] = []
      for command in commands { bytes += command.bytes }
      self.bytes = bytes
    }
  }

  /// The time for which the answers to a question count that has been sent in vain; later ones are dropped: the words may be
  /// others by now.
  var maximumLateness = RedisPageStore.patience

  /// The question that is being answered; nil when there is none.
  private var question: Question?
  /// True once something has failed: answers may still come that nobody waits for.
  private var isBroken = false
  /// True while nothing has failed.
  var isUsable: Bool { !isBroken }

  /// Opens a connection, and sends the name and the password of the user.
  ///
  /// - Parameters:
  ///   - isReader: True to read from a replica of a cluster, too.
  ///   - connect: Opens the channel.
  /// - Throws: `PageStoreError`.
  init(
    _ user: RedisUser, until deadline: ContinuousClock.Instant, isReader: Bool,
    _ connect: (ContinuousClock.Instant) throws(PageStoreError) -> any ByteChannel
  ) throws(PageStoreError) {
    let password = try user.password()
    channel = try connect(deadline)
    if let password {
      var command = RESPCommand("AUTH")
      if let name = user.name { command.append(name.utf8) }
      command.append(password)
      if case .error(let reason) = try ask([command], until: deadline)[0] {
        if RedisConnection.kind(of: reason) == "WRONGPASS" { user.forgetPassword() }
        throw RedisConnection.refusalOfPassword(reason)
      }
    }
    // So that whoever runs the server sees what it is. Where it may not be said, it is not. A server without a cluster
    // refuses the second one, and nothing follows from that.
    let greeting = [RESPCommand("CLIENT", "SETNAME", "catchword")] + (isReader ? [RESPCommand("READONLY")] : [])
    guard case .error(let reason) = try ask(greeting, until: deadline)[0] else { return }
    let isHarmless = ["NOPERM", "NOAUTH"].contains(RedisConnection.kind(of: reason)) || reason.contains("unknown")
    if !isHarmless { throw RedisConnection.refusal(reason) }
  }

  /// Sends commands at once, and returns the answer to each. If they have just been sent in vain by `promptAnswers`, they are
  /// not sent again.
  ///
  /// - Throws: `PageStoreError`; the connection is then of no more use.
  func ask(
    _ commands: [RESPCommand], until deadline: ContinuousClock.Instant
  ) throws(PageStoreError) -> [RESPValue] {
    guard !isBroken else { throw PageStoreError("the connection has failed before", isClosed: true) }
    isBroken = true
    let new = Question(commands)
    if let question, !counts(question, for: new) { _ = try receive(until: deadline) }
    if question == nil {
      try channel.write(new.bytes, until: deadline)
      question = new
    }
    let answers = try receive(until: deadline)
    isBroken = false
    return answers
  }

  /// Sends commands at once, and returns the answer to each if they come within a time; otherwise nil, and the answers are
  /// those to the next call with the same commands.
  func promptAnswers(to commands: [RESPCommand], within patience: Duration) -> [RESPValue]? {
    let new = Question(commands)
    guard !isBroken, channel.isDirect, question.map({ counts($0, for: new) }) ?? true else { return nil }
    isBroken = true
    let deadline = ContinuousClock.now + patience
    if question == nil {
      guard (try? channel.write(new.bytes, until: deadline)) != nil else { return nil }
      question = new
    }
    do throws(PageStoreError) {
      let answers = try receive(until: deadline, isStrict: true)
      isBroken = false
      return answers
    } catch {
      isBroken = error != .late()
      return nil
    }
  }

  /// True where the answers to a question that has been sent are those to another one.
  private func counts(_ sent: Question, for new: Question) -> Bool {
    sent.bytes == new.bytes && new.sent - sent.sent < maximumLateness
  }

  /// Reads what is left of the answers to the question.
  ///
  /// - Parameter isStrict: True to end at the deadline also while more keeps coming.
  private func receive(
    until deadline: ContinuousClock.Instant, isStrict: Bool = false
  ) throws(PageStoreError) -> [RESPValue] {
    while let count = question?.answers.count, count < question?.count ?? 0 {
      let answer = try reader.value { [channel] bytes throws(PageStoreError) in
        if isStrict, .now >= deadline { throw .late() }
        try channel.read(into: &bytes, until: deadline)
      }
      question?.answers.append(answer)
    }
    // One that nobody asked for would be taken for that of the next question.
    guard reader.isEmpty else { throw RESPReader.foreign }
    defer { question = nil }
    return question?.answers ?? []
  }

  /// Sends commands at once, and returns the answer to each, none of which is a refusal.
  ///
  /// - Throws: `PageStoreError`; after a refusal, the connection is of use all the same.
  func ask(_ commands: [RESPCommand], within patience: Duration) throws(PageStoreError) -> [RESPValue] {
    try RedisConnection.checked(try ask(commands, until: .now + patience))
  }

  /// Sends any number of commands, some at a time, and returns the answer to each, none of which is a refusal.
  ///
  /// - Throws: `PageStoreError`.
  func askAll(_ commands: [RESPCommand], within patience: Duration) throws(PageStoreError) -> [RESPValue] {
    var answers: [RESPValue] = []
    for start in stride(from: 0, to: commands.count, by: RedisConnection.commandCount) {
      let some = commands[start..<min(start + RedisConnection.commandCount, commands.count)]
      answers += try ask(Array(some), within: patience)
    }
    return answers
  }

  /// The number of commands that are sent at once.
  private static let commandCount = 1000

  /// Returns answers of which none is a refusal.
  ///
  /// - Throws: `PageStoreError`.
  static func checked(_ answers: [RESPValue]) throws(PageStoreError) -> [RESPValue] {
    for answer in answers { if case .error(let reason) = answer { throw refusal(reason) } }
    return answers
  }

  /// The word that names the kind of a server's refusal.
  private static func kind(of reason: String) -> String { String(reason.prefix { $0 != " " }) }

  /// Returns what a server's refusal means, with a remedy.
  private static func refusal(_ reason: String) -> PageStoreError {
    switch kind(of: reason) {
    case "NOAUTH":
      PageStoreError(
        "the server asks for a password: name a file with it as \"passwordFile\", or a program as \"passwordCommand\"",
        isAway: true)
    case "NOPERM":
      PageStoreError(
        "the user has not the right that is needed (\(shown(reason))); the article on shared words has the rights")
    case "MOVED", "ASK":
      PageStoreError(
        "the cluster has the words on a node that it does not name, or is just moving them; the article on shared words "
          + "has the right that is needed to ask for its nodes", isAway: true)
    case "CLUSTERDOWN": PageStoreError("the cluster is down, as too many of its nodes are", isAway: true)
    case "MASTERDOWN", "TRYAGAIN", "EXECABORT":
      PageStoreError("the cluster is just moving the words to another node", isAway: true)
    case "LOADING": PageStoreError("the server is still reading its own files", isAway: true)
    case "OOM":
      PageStoreError("the server's memory is full: raise its \"maxmemory\", or unpublish something", isFull: true)
    case "WRONGTYPE":
      PageStoreError(
        "a key of these words is no hash: something else has written it; remove the keys of the namespace by hand, which "
          + "begin with \"cw:{NAMESPACE:\"")
    case "READONLY": PageStoreError("the server is a replica, which takes nothing: name its primary", isAway: true)
    default: PageStoreError("the server refuses: \(RedisConnection.shown(reason))", isAway: true)
    }
  }

  /// Returns what the refusal of a password means. Of another text than those that are known, only the first word is shown:
  /// it may repeat the password.
  private static func refusalOfPassword(_ reason: String) -> PageStoreError {
    if kind(of: reason) == "WRONGPASS" {
      return PageStoreError(
        "the server knows no such user and password: check \"user\" and the password", isAway: true)
    }
    if reason.contains("without any password configured") {
      return PageStoreError(
        "the server has no password: leave out \"passwordFile\" and \"passwordCommand\"", isAway: true)
    }
    return PageStoreError("the server does not take a password: \(shown(kind(of: reason)))", isAway: true)
  }

  /// A text of the server's, as it can be shown.
  private static func shown(_ text: String) -> String {
    String(text.unicodeScalars.prefix(200).map { SharedWord.isPossible(String($0)) ? Character($0) : "?" })
  }
}
