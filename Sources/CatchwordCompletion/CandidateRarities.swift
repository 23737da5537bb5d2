/// What few candidates have, in one place: lists of words, which have none of it, are copied and dropped at each key.
///
/// It may be sent, as it is changed only while one candidate alone refers to it, which `Candidate` sees to.
final class CandidateRarities: @unchecked Sendable {
  var label: String?
  var filter: String?
  var snippet: String?
  var documentation: String?
  var additionalEdits: [CandidateEdit] = []
  var attachment: (any Sendable)?
  var commitCharacters = ""
  var original: String?

  /// Creates those of a candidate that has none.
  init() {}

  /// Copies those of another candidate.
  init(_ other: CandidateRarities) {
    (label, filter, snippet, documentation) = (other.label, other.filter, other.snippet, other.documentation)
    (additionalEdits, attachment) = (other.additionalEdits, other.attachment)
    (commitCharacters, original) = (other.commitCharacters, other.original)
  }
}
