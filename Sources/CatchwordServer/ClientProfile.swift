import CatchwordCompletion
import CatchwordLSP
import CatchwordText

/// How one client behaves where the protocol leaves it open.
///
/// The defaults are safe in every client that is known: `ClientProfile+Table.swift` says for each where it differs.
struct ClientProfile: Equatable, Sendable {
  /// When two requests of this client are the same task.
  var policy = IdentityPolicy.cursor
  /// The encoding of a client that offers none: UTF-16, as LSP says, except where a client counts otherwise.
  var silentEncoding = PositionEncoding.utf16
  /// What it shall ask after, beside what the sources want: some clients ask after nothing else, or close their menu at
  /// any character that is not a letter and open it again at these alone.
  var extraTriggerCharacters = ""
  /// How a request that comes by itself as a word is typed is told from one by hand.
  var typing = TypingSign.unknown
  /// The same in texts; nil where it is the same.
  var typingInProse: TypingSign?
  /// It asks by itself where no word has begun, too, and keeps such a list for the word that then begins.
  var asksBeforeWords = false
  /// Its Enter takes the first item, as it comes or as it is usually set up.
  var takesFirst = false
  /// Which items it keeps by itself as a word is typed.
  var filter = ItemFilter.unknown
  /// Only what begins with what was typed is of use: it drops the rest whatever their filter text.
  var wantsBeginningsOnly = false
  /// It is sent `InsertReplaceEdit` if it declares it; some declare it and do better with a plain `TextEdit`.
  var takesInsertReplace = true
  /// It is sent `itemDefaults` if it declares them.
  var takesItemDefaults = true
  /// It looks at `insertText`, in some place or other, although there is an edit.
  var wantsInsertText = true
  /// It resolves only items with `data` of their own.
  var wantsDataOnItems = false
  /// It asks again at each key only if told so, and its own filtering in between does harm: it shows less, or keeps a menu
  /// behind a word that is whole by now.
  var isAlwaysIncomplete = false
  /// It orders by a number, an extension of LSP's, rather than by `sortText`.
  var wantsScore = false
  /// It adds a number to the score of an item, an extension by which words stay behind what a language server knows.
  var wantsScoreOffset = false
  /// It takes for granted that what an item replaces begins with the word before the cursor.
  var wantsWordStart = false
  /// It filters by the word before the cursor, whatever the range of the edit.
  var filtersByWord = false
  /// It inserts a text of several lines as such, although it knows no snippets.
  var takesMultipleLines = true
  /// It hides a list of one item which is on the line already.
  var hidesLoneKnownItem = false

  /// True when nothing comes up by itself behind a whole word: Enter would take it and begin no line.
  var leavesWholeWords: Bool { takesFirst && isAlwaysIncomplete }

  /// The profile of a client.
  ///
  /// - Parameter override: What the user says that the client is.
  init(_ params: InitializeParams, override: Client? = nil) {
    self = ClientProfile.of(override ?? Client(params))
    // It promises to cancel by itself what it no longer wants, so what it has not cancelled it still waits for (VS Code).
    if params.capabilities.cancelsStaleRequests { policy = .anchor }
  }

  /// What is safe in all of them.
  init() {}

  /// What tells typing from asking in a text, or in what is none.
  func typing(inProse isProse: Bool) -> TypingSign { isProse ? typingInProse ?? typing : typing }
}

/// What tells a request that comes by itself, because something was typed, from one that somebody asks for by hand.
enum TypingSign: Equatable, Sendable {
  /// Nothing: every request may be one by hand, and gets all that may be meant.
  case unknown
  /// The trigger kind: `Invoked` is by hand.
  case triggerKind
  /// An edit: these clients say `Invoked` in both cases, and ask by themselves after each edit. Who asks again without one,
  /// or in a document that was never edited, asks by hand. Where such a client is set up to ask by hand only, the first
  /// request after an edit gets less than it might, and the next one all.
  case edit
}

extension PositionEncoding {
  /// The first of UTF-8, UTF-32 and UTF-16 that a client offers; nil when it offers none that is known.
  static func negotiated(from offers: [String]) -> PositionEncoding? {
    [.utf8, .utf32, .utf16].first { offers.contains($0.rawValue) }
  }
}
