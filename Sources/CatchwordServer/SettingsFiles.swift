import CatchwordSettings
import Synchronization

/// Reads files of settings, each on a thread of its own, since a folder that does not answer blocks whoever reads in it:
/// only its own settings have to wait.
///
/// A file that is to be read again while it is being read is read once more after that, so what was written last counts.
final class SettingsFiles: Sendable {
  /// Where a file of settings is.
  enum Place: Hashable, Sendable {
    /// Where the user's own is.
    case user
    /// In a folder that is open, by its path.
    case project(folder: String)
  }

  /// What was read.
  struct Reading: Equatable, Sendable {
    /// The settings; nil when there is no file, or nothing can be made of it.
    var layer: CheckedLayer?
    /// What is wrong with the file as a whole.
    var problem: String?
  }

  private struct State {
    /// The files that wait for a thread, in order.
    var waiting: [Place] = []
    /// The files that are being read, and whether they are to be read again after that.
    var underway: [Place: Bool] = [:]
    var threads = 0
    var readings: [Place: Reading] = [:]

    var unread: [Place] { waiting + underway.keys }
  }

  /// The maximum number of threads; those of folders that do not answer count, and never end.
  private static let maximumThreads = 16

  private let state = Mutex(State())
  private let reader: @Sendable (Place) -> Reading
  private let startThread: @Sendable (@escaping @Sendable () -> Void) -> Void
  private let whenRead: @Sendable () -> Void

  /// - Parameters:
  ///   - reader: Reads a file; may block.
  ///   - startThread: Runs something on a thread of its own.
  ///   - whenRead: Called on any thread when there is something to take.
  init(
    reader: @escaping @Sendable (Place) -> Reading,
    startThread: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void,
    whenRead: @escaping @Sendable () -> Void
  ) {
    self.reader = reader
    self.startThread = startThread
    self.whenRead = whenRead
  }

  /// Has files read. Returns at once.
  func read(_ places: [Place]) {
    let threads = state.withLock { state in
      for place in places {
        if state.underway[place] != nil {
          state.underway[place] = true
        } else if !state.waiting.contains(place) {
          state.waiting.append(place)
        }
      }
      let threads = min(state.waiting.count, SettingsFiles.maximumThreads - state.threads)
      state.threads += threads
      return threads
    }
    for _ in 0..<threads { startThread { self.work() } }
  }

  /// Takes what has been read since the last time, and tells what has not been read yet.
  func take() -> (readings: [Place: Reading], unread: [Place]) {
    state.withLock { state in
      defer { state.readings = [:] }
      return (state.readings, state.unread)
    }
  }

  /// True while there is something to read.
  var isReading: Bool { state.withLock { !$0.unread.isEmpty } }

  /// A thread's life: one file after the other until none waits.
  private func work() {
    while let place = next() {
      repeat {
        state.withLock { $0.underway[place] = false }
        let reading = reader(place)
        state.withLock { $0.readings[place] = reading }
      } while !isDone(with: place)
      whenRead()
    }
  }

  private func next() -> Place? {
    state.withLock { state in
      if state.waiting.isEmpty {
        state.threads -= 1
        return nil
      }
      let place = state.waiting.removeFirst()
      state.underway[place] = false
      return place
    }
  }

  private func isDone(with place: Place) -> Bool {
    state.withLock { state in
      if state.underway[place] == true { return false }
      state.underway[place] = nil
      return true
    }
  }
}
