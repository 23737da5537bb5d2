import CatchwordSnippets

extension SnippetsStatus {
  /// Reads a file or a folder of snippets of the user's own, all of it; blocks.
  package init(reading path: String) {
    let settings = SnippetsSettings(locations: [SnippetsSettings.Location(path: path)], readsWorkspace: false)
    var library = SnippetLibrary(settings, folders: [], source: .disk)
    // It throws only where its task is cancelled, and there is none.
    _ = try? library.read(Set(library.allLanguages))
    self = library.status
  }
}
