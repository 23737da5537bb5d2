package import CatchwordCompletion

/// The numbers of LSP's `CompletionItemKind`.
extension CandidateKind {
  /// The number of the kind. The oldest clients know 1 to 18 only.
  package var number: Int {
    switch self {
    case .text: 1
    case .method: 2
    case .function: 3
    case .constructor: 4
    case .field: 5
    case .variable: 6
    case .class: 7
    case .interface: 8
    case .module: 9
    case .property: 10
    case .unit: 11
    case .value: 12
    case .enum: 13
    case .keyword: 14
    case .snippet: 15
    case .color: 16
    case .file: 17
    case .reference: 18
    case .folder: 19
    case .enumMember: 20
    case .constant: 21
    case .structure: 22
    case .event: 23
    case .operator: 24
    case .typeParameter: 25
    }
  }

  private static let kinds = Dictionary(uniqueKeysWithValues: allCases.map { ($0.number, $0) })

  /// Creates the kind of a number; nil for an unknown one.
  package init?(number: Int) {
    guard let kind = CandidateKind.kinds[number] else { return nil }
    self = kind
  }
}
