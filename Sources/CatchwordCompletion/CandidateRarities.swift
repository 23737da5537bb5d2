/// What few candidates have, in one place: lists of words, which have none of it, are copied and dropped at each key.
struct CandidateRarities: Sendable {
  var label: String?
  var filter: String?
  var snippet: String?
  var documentation: String?
  var additionalEdits: [CandidateEdit] = []
  var attachment: (any Sendable)?
  var commitCharacters = ""
  var keepsCase = false
  var original: String?

  var isPlainText: Bool { label == nil && filter == nil && snippet == nil && attachment == nil }
}
