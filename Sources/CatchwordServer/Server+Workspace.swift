import CatchwordLSP
import CatchwordRPC
import CatchwordSettings

/// Workspace folders, and files that other programs change.
extension Server {
  func didChangeWorkspaceFolders(_ params: Message.Params) throws(JSONError) {
    let change = try params.decode { (reader) throws(JSONError) in try DidChangeWorkspaceFoldersParams(from: &reader) }
    folders.removeAll { change.removed.contains($0) || change.added.contains($0) }
    folders += change.added
    layers.projects = layers.projects.filter { folderPaths.contains($0.key) }
    applySettings()
    readSettings(user: false, projects: true)
  }

  func didChangeWatchedFiles(_ params: Message.Params) throws(JSONError) {
    let change = try params.decode { (reader) throws(JSONError) in try DidChangeWatchedFilesParams(from: &reader) }
    filesDidChange(change.uris.compactMap(FileURI.path))
  }

  /// Handles a saved document as a changed file, for clients that watch no files.
  func didSave(_ params: Message.Params) throws(JSONError) {
    guard !workspace.registersWatchedFiles else { return }
    let uri = try params.decode { (reader) throws(JSONError) in try TextDocumentParams(from: &reader) }.textDocument.uri
    filesDidChange([uri].compactMap(FileURI.path))
  }

  private func filesDidChange(_ paths: [String]) {
    configuration.parts.filesDidChange(paths)
    var user: String?
    if case .user(let path) = configuration.userSettings.origin { user = path }
    readSettings(
      user: paths.contains { $0 == user }, projects: paths.contains { $0.hasSuffix("/\(ProjectFile.name)") })
    reportProblems()
  }

  /// Registers watchers with the client for the files that settings come from or name.
  func watchFiles() {
    guard workspace.registersWatchedFiles else { return }
    let files =
      configuration.parts.watchedFiles.sorted() + folderPaths.map { "\($0)/\(ProjectFile.name)" }
      + (configuration.parts.watchesFolders ? folderPaths.map { "\($0)/**" } : [])
    guard files != watchedFiles.paths else { return }
    let method = "workspace/didChangeWatchedFiles"
    if !watchedFiles.paths.isEmpty {
      ask(
        "client/unregisterCapability", UnregistrationParams(id: "files-\(watchedFiles.registrations)", method: method))
    }
    watchedFiles.paths = files
    guard !files.isEmpty else { return }
    watchedFiles.registrations += 1
    let watchers = files.map { path in
      guard workspace.supportsRelativePatterns, let slash = path.lastIndex(of: "/") else {
        return FileWatcher(baseURI: nil, pattern: path)
      }
      return FileWatcher(
        baseURI: FileURI.uri(folder: String(path[..<slash])), pattern: String(path[path.index(after: slash)...]))
    }
    ask(
      "client/registerCapability",
      RegistrationParams(id: "files-\(watchedFiles.registrations)", method: method, watchers: watchers))
  }
}

/// The files that the client has been asked to watch.
struct WatchedFiles: Sendable {
  var paths: [String] = []
  /// The number of registrations so far, which names the current one.
  var registrations = 0
}
