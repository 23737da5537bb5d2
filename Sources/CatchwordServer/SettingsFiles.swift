import CatchwordSettings
import Synchronization

/// A reader of settings files, each on a thread of its own, since a folder that does not answer blocks its reader: only
/// the settings of that folder have to wait.
///
/// A file that is requested again while it is being read is read once more after that, so the last state counts.
final class SettingsFiles: Sendable {
  /// The place of a settings file.
  enum Place: Hashable, Sendable {
    /// The user's own file.
    case user
    /// The file of an open folder, by the folder's path.
    case project(folder: String)
  }

  /// The result of reading a file.
  struct Reading: Equatable, Sendable {
    /// The settings; nil when there is no file. With a problem, what counts when no earlier settings are known.
    var layer: CheckedLayer?
    /// The problem of the file as a whole, in a sentence; nil when there is none.
    var problem: String?
  }

  private struct State {
    /// The files that wait for a thread, in order.
    var waiting: [Place] = []
    /// The files that are being read, with true for those to be read again after that.
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
  ///   - reader: A function that reads a file; may block.
  ///   - startThread: A function that runs work on a thread of its own.
  ///   - whenRead: A function that is called on any thread when there is a result to take.
  init(
    reader: @escaping @Sendable (Place) -> Reading,
    startThread: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void,
    whenRead: @escaping @Sendable () -> Void
  ) {
    self.reader = reader
    self.startThread = startThread
    self.whenRead = whenRead
  }

  /// Starts to read files. Returns at once.
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

  /// Takes the files that were read since the last call, and returns the places of those that are not read yet.
  func take() -> (readings: [Place: Reading], unread: [Place]) {
    state.withLock { state in
      defer { state.readings = [:] }
      return (state.readings, state.unread)
    }
  }

  /// True while a file waits or is being read.
  var isReading: Bool { state.withLock { !$0.unread.isEmpty } }

  /// Runs on a thread: reads one file after the other until none waits.
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
