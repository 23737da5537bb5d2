import CatchwordCompletion
import CatchwordLSP
import CatchwordText

/// The behaviour of one client where the protocol leaves it open.
///
/// The defaults are safe in every known client; `ClientProfile+Table.swift` has the differences of each.
struct ClientProfile: Equatable, Sendable {
  /// The rule by which two requests of this client are the same task.
  var policy = IdentityPolicy.cursor
  /// The encoding of a client that offers none: UTF-16, as LSP says, unless the client counts otherwise.
  var silentEncoding = PositionEncoding.utf16
  /// The trigger characters beside those of the sources: some clients send requests after no other characters, or close
  /// their menu at any character that is not a letter and open it again after these only.
  var extraTriggerCharacters = ""
  /// The sign that tells an automatic request, sent as a word is typed, from one by hand.
  var typing = TypingSign.unknown
  /// The same sign in prose; nil where it does not differ.
  var typingInProse: TypingSign?
  /// True when it also sends automatic requests where no word has begun, and keeps the list for the word that follows.
  var asksBeforeWords = false
  /// True when Enter accepts the first item, by default or as the client is usually set up.
  var takesFirst = false
  /// The items that the client itself keeps as a word is typed.
  var filter = ItemFilter.unknown
  /// True when it drops every item that does not begin as typed, whatever its filter text.
  var wantsBeginningsOnly = false
  /// True when it is sent `InsertReplaceEdit` if it declares it; some declare it and do better with a plain `TextEdit`.
  var takesInsertReplace = true
  /// True when it is sent `itemDefaults` if it declares them.
  var takesItemDefaults = true
  /// True when some code of the client reads `insertText` although there is an edit.
  var wantsInsertText = true
  /// True when it resolves only items with `data` of their own.
  var wantsDataOnItems = false
  /// True when it must be told to request a list at each key, because its own filtering in between does harm: it shows
  /// fewer items, or keeps a menu behind a word that is complete by now.
  var isAlwaysIncomplete = false
  /// True when it sorts by a numeric score, an extension of LSP, rather than by `sortText`.
  var wantsScore = false
  /// True when it adds an offset to an item's score, an extension that keeps words behind a language server's items.
  var wantsScoreOffset = false
  /// True when it assumes that the range an item replaces begins with the word before the cursor.
  var wantsWordStart = false
  /// True when it filters by the word before the cursor, whatever the range of the edit.
  var filtersByWord = false
  /// True when it inserts a text of several lines as such, although it knows no snippets.
  var takesMultipleLines = true
  /// True when it hides a list whose only item is on the line already.
  var hidesLoneKnownItem = false

  /// True when no automatic list is shown behind a whole word: Enter would accept an item instead of beginning a line.
  var leavesWholeWords: Bool { takesFirst && isAlwaysIncomplete }

  /// The profile of a client.
  ///
  /// - Parameter override: The client that the user has set; nil to recognise it.
  init(_ params: InitializeParams, override: Client? = nil) {
    self = ClientProfile.of(override ?? Client(params))
    // The client promises to cancel stale requests, so it still waits for all that it has not cancelled (VS Code).
    if params.capabilities.cancelsStaleRequests { policy = .anchor }
  }

  /// Creates the generic profile, which is safe in every client.
  init() {}

  /// The sign that tells typing from asking, in prose or elsewhere.
  func typing(inProse isProse: Bool) -> TypingSign { isProse ? typingInProse ?? typing : typing }
}

/// The sign that tells an automatic request, sent because something was typed, from one by hand.
enum TypingSign: Equatable, Sendable {
  /// No sign: every request may be one by hand, and gets the full list.
  case unknown
  /// The trigger kind: `Invoked` is by hand.
  case triggerKind
  /// An edit: these clients send `Invoked` in both cases, and request a list after each edit. A request without an edit
  /// since the last one, or in a document that was never edited, is by hand. Where such a client sends requests by hand
  /// only, the first one after an edit may get a shorter list than it should, and the next one gets the full list.
  case edit
}

extension PositionEncoding {
  /// The first of UTF-8, UTF-32 and UTF-16 that a client offers; nil when it offers none that is known.
  static func negotiated(from offers: [String]) -> PositionEncoding? {
    [.utf8, .utf32, .utf16].first { offers.contains($0.rawValue) }
  }
}
