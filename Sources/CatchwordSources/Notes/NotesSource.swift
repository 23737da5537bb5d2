package import CatchwordCompletion
package import CatchwordFiles
import CatchwordText
import Synchronization

/// Offers notes by name and title behind `[[`, and their headings behind `[[note#`.
///
/// The notes are the texts in Markdown of the open folder that the document is in, as far as git would not ignore them.
package actor NotesSource: CompletionSource {
  /// The properties of this source for the engine.
  package nonisolated let descriptor = SourceDescriptor(
    name: "notes", triggerCharacters: ["[", "#"], priority: 0.5, minimumLength: 0)

  private struct Shared {
    var folders: [String] = []
    var selection = FileSelection()
    var state = SourceState()
    /// The notes by their folders.
    var known: [String: Folder] = [:]
  }

  /// The notes of a folder.
  private struct Folder: Sendable {
    var files: [String: (stamp: FileAccess.Stamp, note: Note)] = [:]
    /// The paths of the files, in order.
    var order: [String] = []
    /// The time at which they were looked for.
    var time = Duration.zero
  }

  /// The maximum number of notes, of files that are looked at to find them, and of folders whose notes are kept.
  private static let (mostNotes, mostFiles, mostKept) = (10_000, 100_000, 4)
  /// The maximum number of bytes that are read of a note, and of all of them; what is beyond has no headings.
  private static let (mostBytes, mostRead) = (256 << 10, 128 << 20)
  /// The maximum number of candidates.
  private static let mostCandidates = 2000
  /// The time for which notes are not looked for again.
  private static let age = Duration.seconds(3)
  private static let endings = [".md", ".markdown", ".mdx", ".qmd", ".rmd"]

  private nonisolated let shared = Mutex(Shared())
  private nonisolated let background = TaskSlot<String>()
  private let pool: BlockingPool
  private let clock: EngineClock
  private let files: FileAccess
  /// The user's home folder, which is too wide to be read.
  private let home: String?

  package init(home: String? = nil, files: FileAccess = .disk, clock: EngineClock = EngineClock()) {
    self.files = files
    pool = BlockingPool(clock: clock)
    self.home = home
    self.clock = clock
  }

  /// Sets the folders of the workspace, as absolute paths, and which of their files are read.
  package nonisolated func apply(folders: [String], selection: FileSelection) {
    shared.withLock { shared in
      guard shared.folders != folders || shared.selection != selection else { return }
      (shared.folders, shared.selection) = (folders, selection)
      shared.known = [:]
      shared.state.generation += 1
    }
  }

  package nonisolated var state: SourceState { shared.withLock(\.state) }

  /// True where a link to a note is typed.
  package nonisolated func mayAnswer(_ query: CompletionQuery) -> Bool { NotePlace(query) != nil }

  /// Returns the notes, or the headings of one, that have what is typed in them.
  package func completions(for query: CompletionQuery) async throws -> SourceAnswer {
    guard let place = NotePlace(query) else { return SourceAnswer([]) }
    if let heading = place.heading, place.note.isEmpty {
      let own = Note(
        path: "", text: query.document.text.bytes(in: 0..<min(query.document.text.count, NotesSource.mostRead)))
      return answer(headings(of: own, place), heading)
    }
    guard let file = FilePath.path(ofURI: query.document.uri), let root = root(of: file) else {
      return SourceAnswer([])
    }
    let folder: Folder
    do {
      folder = try await notes(of: root)
    } catch is BlockingPool.Stuck {
      return SourceAnswer([], isIncomplete: true)
    }
    let notes = folder.order.compactMap { folder.files[$0]?.note }
    if let heading = place.heading {
      let wanted = place.note.lowercased()
      let note = notes.first { note in
        [note.path, note.name, note.title].contains { $0?.lowercased() == wanted }
      }
      return answer(note.map { headings(of: $0, place) } ?? [], heading)
    }
    var uses: [String: Int] = [:]
    for note in notes { uses[note.name, default: 0] += 1 }
    let candidates = notes.flatMap { note -> [Candidate] in
      if "\(root)/\(note.path)." == file.prefix(root.count + note.path.count + 2) { return [] }
      // Where two notes have one name, the path tells them apart. In some names nothing can be linked to.
      let target = uses[note.name] == 1 ? note.name : note.path
      if target.contains(where: { "[]|#^".contains($0) }) { return [] }
      let title = note.title.flatMap { $0.lowercased() == note.name.lowercased() ? nil : $0 }
      let named = candidate(target, detail: title, place)
      guard let title, !title.contains(where: { "[]|".contains($0) }) else { return [named] }
      let text = place.isContinued ? target : "\(target)|\(title)"
      return [named, candidate(text, shown: title, detail: note.path, place)]
    }
    return answer(candidates, place.note)
  }

  private func headings(of note: Note, _ place: NotePlace) -> [Candidate] {
    var seen: Set<String> = [""]
    return note.headings.map(Note.linked).filter { seen.insert($0).inserted }.map { candidate($0, detail: nil, place) }
  }

  private func candidate(_ text: String, shown: String? = nil, detail: String?, _ place: NotePlace) -> Candidate {
    var candidate = Candidate(
      place.isClosed ? text : "\(text)]]", kind: .reference, detail: detail, signals: CandidateSignals(affinity: 1))
    candidate.label = shown ?? text
    candidate.start = place.start
    return candidate
  }

  private func answer(_ all: [Candidate], _ typed: String) -> SourceAnswer {
    let found = all.fitting(typed, by: \.shown)
    return SourceAnswer(
      Array(found.prefix(NotesSource.mostCandidates)), isIncomplete: found.count > NotesSource.mostCandidates)
  }

  /// The folder whose notes are those of a file: the innermost open one, but never a home folder or what is above it.
  private func root(of file: String) -> String? {
    let folders = shared.withLock(\.folders)
    let root = FilePath.innermost(of: folders, around: file) ?? FilePath.split(file).folder
    return root == "/" || home.map { FilePath.isInside($0, root) } == true ? nil : root
  }

  // MARK: Reading

  /// Returns the notes of a folder: those that are known, which are looked for again behind the answer.
  private func notes(of root: String) async throws -> Folder {
    guard let known = shared.withLock({ $0.known[root] }) else { return try await read(root, known: Folder()) }
    if clock.now - known.time > NotesSource.age {
      background.task(id: "\(root) \(known.time)", name: "notes", priority: .utility) { [weak self] in
        _ = try? await self?.read(root, known: known)
      }
    }
    return known
  }

  private func read(_ root: String, known: Folder) async throws -> Folder {
    let selection = shared.withLock(\.selection)
    return try await pool.run("notes:\(root)", at: root) { [self] in
      var folder = NotesSource.folder(root, selection, files.inside(root), known: known)
      folder.time = clock.now
      // Here, as those who have asked may have gone: by the next key, or as it took too long.
      keep(folder, of: root, selection, insteadOf: known)
      return folder
    }
  }

  private nonisolated func keep(
    _ folder: Folder, of root: String, _ selection: FileSelection, insteadOf known: Folder
  ) {
    let isChanged = folder.order.map { folder.files[$0]?.stamp } != known.order.map { known.files[$0]?.stamp }
    shared.withLock { shared in
      guard shared.selection == selection else { return }
      if shared.known[root] == nil, shared.known.count >= NotesSource.mostKept { shared.known = [:] }
      shared.known[root] = folder
      if isChanged { shared.state.generation += 1 }
    }
  }

  /// Looks for the notes of a folder, and reads those that are new or changed. Blocks.
  private static func folder(
    _ root: String, _ selection: FileSelection, _ files: FileAccess, known: Folder
  ) -> Folder {
    var walker = FileWalker(root: root, selection: selection)
    var folder = Folder()
    var bytesRead = 0
    while folder.order.count < mostNotes, walker.count < mostFiles, let path = walker.next() {
      let lowercased = path.lowercased()
      guard let ending = endings.first(where: lowercased.hasSuffix), let stamp = files.stamp("\(root)/\(path)") else {
        continue
      }
      folder.order.append(path)
      if let old = known.files[path], old.stamp == stamp {
        folder.files[path] = old
        continue
      }
      var bytes: [UInt8] = []
      if bytesRead < mostRead {
        // What is too long is read as far as it goes.
        try? files.read("\(root)/\(path)") { piece in
          bytes += piece.prefix(mostBytes - bytes.count)
          if bytes.count == mostBytes { throw FileAccessError("that is enough of it") }
        }
        bytesRead += bytes.count
      }
      folder.files[path] = (stamp, Note(path: String(path.dropLast(ending.count)), text: bytes))
    }
    return folder
  }
}
