import CatchwordFiles
import Synchronization

@testable import CatchwordSources

/// Stands in for a file system that holds snippets, and notes what is read of it.
final class SnippetDisk: Sendable {
  private struct State {
    /// By absolute paths; those that are alike share their memory.
    var contents: [String: ContiguousArray<UInt8>]
    /// What folders hold: names, and whether they are folders themselves.
    var folders: [String: [String: Bool]] = [:]
    var changes = 0.0
    var reads: [String] = []
  }

  private let state: Mutex<State>

  init(_ contents: [String: ContiguousArray<UInt8>]) {
    var state = State(contents: contents)
    for path in contents.keys {
      var (folder, name) = FilePath.split(path)
      state.folders[folder, default: [:]][name] = false
      while !FilePath.split(folder).name.isEmpty {
        (folder, name) = FilePath.split(folder)
        if state.folders[folder, default: [:]].updateValue(true, forKey: name) != nil { break }
      }
    }
    self.state = Mutex(state)
  }

  /// The files that have been read, each as often as it was.
  var reads: [String] { state.withLock { $0.reads } }

  /// Deletes a file.
  func remove(_ path: String) {
    let (folder, name) = FilePath.split(path)
    state.withLock { state in
      state.contents[path] = nil
      state.folders[folder]?[name] = nil
      state.changes += 1
    }
  }

  /// What a source sees; there are no links.
  var files: SnippetFiles {
    SnippetFiles(
      read: { path, limit in
        try self.state.withLock { state in
          guard let bytes = state.contents[path] else { throw FileAccessError("there is no such file") }
          guard bytes.count <= limit else { throw FileAccessError("it is larger than \(limit) bytes") }
          state.reads.append(path)
          return bytes
        }
      },
      stamp: { path in
        self.state.withLock { state in
          if let bytes = state.contents[path] { return FileAccess.Stamp(modified: 0, size: UInt64(bytes.count)) }
          return state.folders[path].map { _ in FileAccess.Stamp(modified: state.changes, size: 0) }
        }
      },
      entries: { path, limit in
        self.state.withLock { state in
          state.folders[path].map { entries in
            entries.sorted { $0.key < $1.key }.prefix(limit).map {
              SnippetFiles.Entry(name: $0.key, isFolder: $0.value)
            }
          }
        }
      },
      realPath: { $0 }, confine: { _ in self.files })
  }
}
