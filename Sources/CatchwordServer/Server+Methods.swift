import CatchwordLSP
import CatchwordRPC

/// The methods, in the three groups of the receive loop.
///
/// - *preempt*: `$/cancelRequest`, handled for all input that has arrived before anything else runs (`Server.preempt`).
/// - *inline*: handled at once. All later messages see the effect.
/// - *spawned*: registered at once, with the document as it is then; only the waiting happens in a task.
extension Server {
  typealias RequestHandler =
    @Sendable (isolated Server) -> (PendingRequest, Message.Params) throws(JSONError) -> Void
  typealias NotificationHandler = @Sendable (isolated Server) -> (Message.Params) throws(JSONError) -> Void

  static let requests: [String: RequestHandler] = [
    // inline
    "initialize": { $0.initialize },
    "shutdown": { $0.shutDown },
    "textDocument/codeAction": { $0.codeActions },
    // spawned
    "textDocument/completion": { $0.complete },
    "textDocument/inlineCompletion": { $0.completeInline },
    "completionItem/resolve": { $0.resolve },
    "workspace/executeCommand": { $0.executeCommand },
  ]

  static let notifications: [String: NotificationHandler] = [
    // preempt
    "$/cancelRequest": { _ in { _ throws(JSONError) in } },
    // inline
    "initialized": { $0.initialized },
    "$/setTrace": { $0.setTrace },
    "textDocument/didOpen": { $0.didOpen },
    "textDocument/didChange": { $0.didChange },
    "textDocument/didClose": { $0.didClose },
    "textDocument/didSave": { $0.didSave },
    "workspace/didChangeConfiguration": { $0.didChangeConfiguration },
    "workspace/didChangeWatchedFiles": { $0.didChangeWatchedFiles },
    "workspace/didChangeWorkspaceFolders": { $0.didChangeWorkspaceFolders },
  ]
}
