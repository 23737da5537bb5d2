import CatchwordCompletion
import CatchwordLSP
import CatchwordRPC
import CatchwordText

extension Server {
  func didOpen(_ params: Message.Params) throws(JSONError) {
    let item = try params.decode { (reader) throws(JSONError) in try DidOpenTextDocumentParams(from: &reader) }
    if documents[item.uri] != nil { close(item.uri) }
    // Editors without language support send no language or plain text; the file's name often tells it.
    let isUnknown = item.languageID.isEmpty || item.languageID == "plaintext"
    let languageID = isUnknown ? Language.id(forPath: item.uri) : item.languageID
    let reading = settings.text(for: languageID)
    let document = OpenDocument(
      uri: item.uri, languageID: languageID, version: item.version, text: item.text,
      segmentsIdeographs: reading.segmentsIdeographs, wordCharacters: reading.wordCharacters)
    textSettings[item.uri] = reading
    documents[item.uri] = document
    for observer in observers { observer.documentDidOpen(document.snapshot) }
  }

  func didChange(_ params: Message.Params) throws(JSONError) {
    let change = try params.decode { (reader) throws(JSONError) in try DidChangeTextDocumentParams(from: &reader) }
    let uri = change.textDocument.uri
    guard documents[uri] != nil else {
      return log(.warning, "An edit of \(uri) was ignored: the document is not open.")
    }
    for edit in change.contentChanges { apply(edit, to: uri, version: change.textDocument.version) }
  }

  private func apply(_ edit: ContentChange, to uri: String, version: Int?) {
    guard var document = documents[uri] else { return }
    // Removed from the table, so that the edit works on a unique copy and copies nothing.
    documents[uri] = nil
    let bytes = edit.range.map { range in
      document.snapshot.text.range(
        from: TextPosition(line: range.start.line, column: range.start.character),
        to: TextPosition(line: range.end.line, column: range.end.character), encoding: renderer.encoding)
    }
    let change = document.apply(
      replacing: bytes, with: edit.text, version: version ?? document.snapshot.version)
    documents[uri] = document
    editedDocuments.insert(uri)
    for observer in observers { observer.documentDidChange(change, in: document.snapshot) }
    menus.edit(change, in: uri)
    scheduler.documentDidChange(change, in: document.snapshot)
    endGhostText(ghosts.edit(change, in: uri))
    acceptances.edit(
      AcceptanceDetector.Edit(
        replaced: bytes, insertedCount: edit.text.utf8.count, change: change, document: document.snapshot))
  }

  func didClose(_ params: Message.Params) throws(JSONError) {
    let params = try params.decode { (reader) throws(JSONError) in try TextDocumentParams(from: &reader) }
    close(params.textDocument.uri)
  }

  private func close(_ uri: String) {
    guard documents.removeValue(forKey: uri) != nil else { return }
    textSettings[uri] = nil
    editedDocuments.remove(uri)
    for observer in observers { observer.documentDidClose(uri: uri) }
    menus.close(uri)
    scheduler.documentDidClose(uri: uri)
    endGhostText(ghosts.close(uri))
    acceptances.close(uri: uri)
  }

  /// Reopens the documents whose text rules have changed, which finds all their words again.
  ///
  /// - Parameter reading: Returns the text rules of a document.
  func reopenDocuments(_ reading: (DocumentSnapshot) -> ServerSettings.TextSettings) {
    for (uri, document) in documents {
      let new = reading(document.snapshot)
      guard new != textSettings[uri] else { continue }
      close(uri)
      let old = document.snapshot
      var reopened = OpenDocument(
        uri: uri, languageID: old.languageID, version: old.version, text: old.text.string,
        segmentsIdeographs: new.segmentsIdeographs, wordCharacters: new.wordCharacters)
      textSettings[uri] = new
      if document.isOutOfStep { reopened.markOutOfStep() }
      documents[uri] = reopened
      for observer in observers { observer.documentDidOpen(reopened.snapshot) }
    }
  }

  /// Marks the document of an unreadable edit as diverged from the client's; all documents, when the edit names none.
  func loseStep(_ params: Message.Params) {
    if let uri = (try? params.value())?["textDocument"]?["uri"]?.stringValue { return loseStep(uri) }
    for uri in Array(documents.keys) { loseStep(uri) }
  }

  /// Marks the documents that may have lost an edit as diverged, because a message was skipped or is not JSON.
  func loseStep(by message: LostMessage) {
    for uri in message.documents(of: documents.keys) { loseStep(uri) }
  }

  private func loseStep(_ uri: String) {
    guard documents[uri]?.isOutOfStep == false else { return }
    documents[uri]?.markOutOfStep()
    log(.error, "\(uri) is out of step with the editor: no completions until it is opened anew or sent whole.")
  }
}
