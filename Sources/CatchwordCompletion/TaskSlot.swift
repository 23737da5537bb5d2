import Synchronization

/// A place for one task at a time, with an identity: SwiftUI's `task(id:)` for owners that are not views.
///
/// Setting a task with the **same id does nothing**, whether the task is still running or has ended. Setting one with a
/// **different id cancels** the task in the slot and starts the new one. The slot's tasks live as long as the slot:
/// when the owner lets go of it, they are cancelled. An action that holds the owner would keep the slot alive with it,
/// and end only by itself: let it hold the owner weakly, as below. Cancellation is a normal path; the action sees
/// `Task.isCancelled`, and nobody sees an error.
///
/// ```swift
/// @MainActor
/// final class SearchField {
///   private(set) var results: [String] = []
///   private let find: @Sendable (String) async -> [String]
///   private let search = TaskSlot<String>()
///
///   init(find: @escaping @Sendable (String) async -> [String]) { self.find = find }
///
///   func textDidChange(_ text: String) {
///     // Waits until the user has stopped typing for a fifth of a second; each key restarts the wait.
///     search.task(id: text, delay: .milliseconds(200)) { [weak self, find] in
///       let results = await find(text)
///       if !Task.isCancelled { await self?.show(results) }
///     }
///   }
///
///   private func show(_ results: [String]) { self.results = results }
/// }
/// ```
///
/// A slot for one task that is started once needs no ids: `TaskSlot<OnlyTask>()`, and `task` without an id.
///
/// With a `delay`, every new id begins the wait anew: a debounce, if the id changes with what the user does. One id that
/// stays the same is started once, after the delay: a delayed start.
///
/// All methods may be called from any thread; none of them waits.
public final class TaskSlot<ID: Equatable & Sendable>: Sendable {
  private struct State {
    var id: ID?
    var task: Task<Void, Never>?
    /// The number of the task that was set last.
    var number = 0
  }

  private let state = Mutex(State())

  /// Creates an empty slot.
  public init() {}

  deinit {
    state.withLock { $0.task }?.cancel()
  }

  /// The id last set, or nil when there is none or it was cancelled.
  public var id: ID? { state.withLock { $0.id } }

  /// Puts a task into the slot, unless one with the same id is there.
  ///
  /// - Parameters:
  ///   - id: The identity of the task.
  ///   - name: The task's name in debuggers; by default the place of this call.
  ///   - executorPreference: The executor that the task prefers.
  ///   - priority: `.userInitiated` when someone waits for it; use `.utility` for background work.
  ///   - delay: The time before the action starts. A task that is cancelled in its delay never starts its action.
  ///   - clock: The clock that measures `delay`.
  ///   - file: The file of the call, for `name`.
  ///   - line: The line of the call, for `name`.
  ///   - action: The action to run, on the actor that it is isolated to. What it captures need not be `Sendable`, if
  ///     nobody else uses it afterwards.
  /// - Returns: True when the task was started, false when one with this id was there already.
  @discardableResult
  public func task(
    id: ID,
    name: String? = nil,
    executorPreference: (any TaskExecutor)? = nil,
    priority: TaskPriority = .userInitiated,
    delay: Duration = .zero,
    clock: any Clock<Duration> = ContinuousClock(),
    file: String = #fileID,
    line: Int = #line,
    _ action: sending @escaping @isolated(any) () async -> Void
  ) -> Bool {
    let (number, old) = state.withLock { state -> (Int?, Task<Void, Never>?) in
      if state.id == id { return (nil, nil) }
      defer { state.task = nil }
      state.id = id
      state.number += 1
      return (state.number, state.task)
    }
    guard let number else { return false }
    // Outside the lock: the old task's cancellation handlers run immediately, and may use this slot.
    old?.cancel()
    let task = Task(name: name ?? "\(file):\(line)", executorPreference: executorPreference, priority: priority) {
      if delay > .zero {
        guard (try? await clock.sleep(for: delay)) != nil else { return }
      }
      // Cancelled before it began: the action must not start.
      guard !Task.isCancelled else { return }
      await action()
    }
    let isCurrent = state.withLock { state in
      if state.number == number { state.task = task }
      return state.number == number
    }
    if !isCurrent { task.cancel() }
    return true
  }

  /// Cancels the slot's task and forgets its id, so that the same id may be set again.
  public func cancel() {
    let old = state.withLock { state in
      defer { (state.id, state.task, state.number) = (nil, nil, state.number + 1) }
      return state.task
    }
    old?.cancel()
  }

  /// Waits until the slot's task has ended; returns at once when there is none.
  public func wait() async {
    await state.withLock { $0.task }?.value
  }
}

/// The id of the task in a slot that has one task only.
public struct OnlyTask: Equatable, Sendable {
  fileprivate init() {}
}

extension TaskSlot where ID == OnlyTask {
  /// Puts a task into the slot, unless one is there; `cancel()` makes room for another.
  ///
  /// - Parameters:
  ///   - name: The task's name in debuggers; by default the place of this call.
  ///   - executorPreference: The executor that the task prefers.
  ///   - priority: `.userInitiated` when someone waits for it; use `.utility` for background work.
  ///   - delay: The time before the action starts. A task that is cancelled in its delay never starts its action.
  ///   - clock: The clock that measures `delay`.
  ///   - file: The file of the call, for `name`.
  ///   - line: The line of the call, for `name`.
  ///   - action: The action to run, as for a task with an id.
  /// - Returns: True when the task was started, false when one was there already.
  @discardableResult
  public func task(
    name: String? = nil,
    executorPreference: (any TaskExecutor)? = nil,
    priority: TaskPriority = .userInitiated,
    delay: Duration = .zero,
    clock: any Clock<Duration> = ContinuousClock(),
    file: String = #fileID,
    line: Int = #line,
    _ action: sending @escaping @isolated(any) () async -> Void
  ) -> Bool {
    task(
      id: OnlyTask(), name: name, executorPreference: executorPreference, priority: priority, delay: delay,
      clock: clock, file: file, line: line, action)
  }
}
