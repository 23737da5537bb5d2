package import Foundation
import Synchronization

/// A program in a real terminal (tmux), typed into and looked at.
///
/// Each has a tmux server, a home and a temporary folder of its own. Nothing sleeps: a wait looks at the screen whenever
/// tmux says that the program has written something, and is bounded.
package final class Terminal {
  /// Why a wait ended without what was waited for; says what was on the screen.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// How long any one wait may take. Generous, since test machines are slow; nothing waits that long unless it is broken.
  private static let patience: TimeInterval = 60

  package let home: URL
  private let control: ChildProgram
  /// Whether the program is Vim, which may hang for ever when its terminal goes: its signal handler allocates, also where
  /// it has interrupted an allocation, and since Vim has a thread for the time limits of searches (as soon as there is a
  /// parenthesis to find the other one of) that waits for a lock that it holds itself.
  private let isVim: Bool
  private let lines = LineQueue()
  private let socket: String

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - command: The program and its arguments, no shell in between.
  ///   - home: A fresh folder: HOME, and where XDG folders and TMPDIR are.
  ///   - environment: More variables.
  package init(
    _ command: [String], home: URL, columns: Int = 100, rows: Int = 30, environment: [String: String] = [:]
  ) throws {
    self.home = home
    isVim = command.first.map { URL(fileURLWithPath: $0).lastPathComponent } == "vim"
    socket = "catchword-\(UUID().uuidString.prefix(12))"
    var variables = [
      "HOME": home.path, "TMPDIR": home.path + "/tmp", "XDG_CONFIG_HOME": home.path + "/.config",
      "XDG_CACHE_HOME": home.path + "/.cache", "XDG_STATE_HOME": home.path + "/.local/state",
      "XDG_DATA_HOME": home.path + "/.local/share", "XDG_RUNTIME_DIR": home.path + "/tmp",
      "TMUX_TMPDIR": home.path + "/tmp",
      "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "TERM": "xterm-256color",
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
    ]
    try FileManager.default.createDirectory(atPath: home.path + "/tmp", withIntermediateDirectories: true)
    variables.merge(environment) { _, new in new }
    let arguments =
      ["tmux", "-f", "/dev/null", "-L", socket, "-u", "-C", "new-session", "-x", "\(columns)", "-y", "\(rows)"]
      + [command.map(Terminal.quoted).joined(separator: " ")]
    control = try ChildProgram(
      "/usr/bin/env", arguments, environment: variables, folder: home, input: .pipe, output: .pipe, errors: .pipe)
    // A thread of its own and no readability handler: Dispatch crashes now and then when a descriptor that it watches is
    // closed, and its number is taken again.
    DispatchQueue(label: "catchword.terminal").async { [lines, reader = control.output] in
      while let data = reader?.availableData, !data.isEmpty { lines.append(data) }
      lines.end()
    }
    // Commands that come before there is a session have no target, and are lost.
    guard lines.waitForSession(until: Date().addingTimeInterval(Terminal.patience)) else {
      throw Failure(description: "tmux does not start; it said:\n\(lines.transcript)")
    }
    send("set-option -s escape-time 0")
    send("refresh-client -C \(columns)x\(rows)")
  }

  deinit { stop() }

  /// Types text, as it is.
  package func type(_ text: String) {
    send("send-keys -l -- \(Terminal.quoted(text))")
  }

  /// Presses keys by tmux's names: `Escape`, `Enter`, `C-n`, `BSpace`, `Down`.
  package func press(_ keys: String...) {
    send("send-keys " + keys.joined(separator: " "))
  }

  /// Pastes text in one piece, as a bracketed paste where the program asked for that.
  package func paste(_ text: String) throws {
    let file = home.appendingPathComponent("tmp/paste")
    try text.write(to: file, atomically: true, encoding: .utf8)
    send("load-buffer \(Terminal.quoted(file.path))")
    send("paste-buffer -p")
  }

  /// Makes the terminal larger or smaller.
  package func resize(columns: Int, rows: Int) { send("refresh-client -C \(columns)x\(rows)") }

  /// What the terminal shows: its lines, without trailing spaces.
  package func screen() throws -> String {
    try ask("capture-pane -p").joined(separator: "\n")
  }

  /// What the terminal shows, its rows with the sequences that style them, and where the cursor is.
  package func styledScreen() throws -> (rows: [String], cursor: (row: Int, column: Int)) {
    let place = try ask("display-message -p '#{cursor_y} #{cursor_x}'").first?.split(separator: " ").map {
      Int($0) ?? 0
    }
    return (try ask("capture-pane -p -e"), (place?.first ?? 0, place?.last ?? 0))
  }

  /// Waits until the program has written nothing for a while; for recordings, as a test knows what it waits for.
  package func waitUntilQuiet(for seconds: TimeInterval = 0.7) throws {
    while lines.waitForOutput(until: Date().addingTimeInterval(seconds)) {}
  }

  /// Waits until the screen shows what is wanted.
  ///
  /// - Throws: `Failure` with the screen when it does not in time.
  @discardableResult
  package func wait(for what: String, until isThere: (String) -> Bool) throws -> String {
    let deadline = Date().addingTimeInterval(Terminal.patience)
    while true {
      let screen = try screen()
      if isThere(screen) { return screen }
      guard Date() < deadline, lines.waitForOutput(until: deadline) else {
        throw Failure(description: "Waited in vain for \(what). The screen:\n\(screen)")
      }
    }
  }

  /// Waits until a file has the wanted contents: the program is asked to write it, and tells nobody when it has.
  @discardableResult
  package func wait(forFile path: String, until isThere: (String) -> Bool) throws -> String {
    try wait(forFile: path, until: isThere, whenWritten: {})
  }

  /// Waits until a file has the wanted contents, and shows the screen whenever the program has written to it meanwhile.
  package func wait(forFile path: String, watching look: (String) -> Void, until isThere: (String) -> Bool) throws {
    try wait(forFile: path, until: isThere) { look(try screen()) }
  }

  @discardableResult
  private func wait(
    forFile path: String, until isThere: (String) -> Bool, whenWritten: () throws -> Void
  ) throws -> String {
    let deadline = Date().addingTimeInterval(Terminal.patience)
    var contents = ""
    while Date() < deadline {
      contents = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
      if isThere(contents) { return contents }
      if lines.waitForOutput(until: Date().addingTimeInterval(0.05)) { try whenWritten() }
    }
    throw Failure(
      description: "Waited in vain for \(path). It holds:\n\(contents)\nThe screen:\n\((try? screen()) ?? "")")
  }

  /// Waits until the program has ended.
  package func waitForExit() throws {
    let deadline = Date().addingTimeInterval(Terminal.patience)
    guard lines.waitForEnd(until: deadline) else {
      throw Failure(description: "The program has not ended. The screen:\n\((try? screen()) ?? "")")
    }
    stop()
  }

  /// Ends the program and its tmux server.
  package func stop() {
    guard !isStopped else { return }
    isStopped = true
    if isVim, let id = (try? ask("display-message -p '#{pane_pid}'"))?.first.flatMap({ Int32($0) }), id > 1 {
      kill(id, SIGKILL)
    }
    send("kill-server")
    // The control client says that its server has ended, but does not always end itself.
    _ = lines.waitForEnd(until: Date().addingTimeInterval(5))
    control.end()
    try? control.input?.close()
  }

  private var isStopped = false

  private func send(_ command: String) {
    try? control.input?.write(contentsOf: Data((command + "\n").utf8))
  }

  /// Sends a command and takes its reply: the lines between `%begin` and `%end` of this very command.
  private func ask(_ command: String) throws -> [String] {
    let marker = "marker-\(UUID().uuidString)"
    send("display-message -p \(marker)")
    send(command)
    guard let reply = lines.reply(after: marker, until: Date().addingTimeInterval(Terminal.patience)) else {
      throw Failure(description: "tmux did not answer \"\(command)\"; it said:\n\(lines.transcript)")
    }
    return reply
  }

  /// In tmux's own quoting, which is the shell's.
  private static func quoted(_ text: String) -> String {
    "'" + text.replacingOccurrences(of: "'", with: "'\\''") + "'"
  }
}

/// The lines that tmux's control mode says, and the number of times the program has written.
private final class LineQueue: Sendable {
  private struct State {
    var partial = Data()
    var lines: [String] = []
    var outputs = 0
    var seenOutputs = 0
    var hasEnded = false
  }

  private let state = Mutex(State())
  private let condition = NSCondition()

  var transcript: String { state.withLock { $0.lines.suffix(40).joined(separator: "\n") } }

  func append(_ data: Data) {
    state.withLock { state in
      state.partial.append(data)
      while let end = state.partial.firstIndex(of: 0x0A) {
        let line = String(decoding: state.partial[state.partial.startIndex..<end], as: UTF8.self)
        state.partial.removeSubrange(state.partial.startIndex...end)
        if line.hasPrefix("%output") { state.outputs += 1 } else { state.lines.append(line) }
        if line.hasPrefix("%exit") { state.hasEnded = true }
      }
    }
    condition.lock()
    condition.broadcast()
    condition.unlock()
  }

  func end() {
    state.withLock { $0.hasEnded = true }
    condition.lock()
    condition.broadcast()
    condition.unlock()
  }

  /// Waits until the program writes something that no wait has seen yet.
  func waitForOutput(until deadline: Date) -> Bool {
    wait(until: deadline) { state in
      defer { state.seenOutputs = state.outputs }
      return state.outputs > state.seenOutputs && !state.hasEnded
    }
  }

  /// Waits until there is a session, and the client is in it.
  func waitForSession(until deadline: Date) -> Bool {
    wait(until: deadline) { state in
      state.hasEnded || state.lines.contains { $0.hasPrefix("%session-changed") }
    }
  }

  func waitForEnd(until deadline: Date) -> Bool { wait(until: deadline) { $0.hasEnded } }

  /// The reply to the command after the one that printed `marker`.
  func reply(after marker: String, until deadline: Date) -> [String]? {
    var reply: [String]?
    _ = wait(until: deadline) { state in
      guard let start = state.lines.firstIndex(of: marker) else { return state.hasEnded }
      let rest = state.lines[(start + 1)...].drop { !$0.hasPrefix("%begin") }.dropFirst()
      guard let end = rest.firstIndex(where: { $0.hasPrefix("%end") || $0.hasPrefix("%error") }) else {
        return state.hasEnded
      }
      reply = Array(rest[..<end])
      state.lines.removeSubrange(...end)
      return true
    }
    return reply
  }

  private func wait(until deadline: Date, _ isDone: (inout State) -> Bool) -> Bool {
    condition.lock()
    defer { condition.unlock() }
    while true {
      if state.withLock({ isDone(&$0) }) { return true }
      if !condition.wait(until: deadline) { return state.withLock { isDone(&$0) } }
    }
  }
}
