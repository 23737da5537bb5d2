@testable import CatchwordPrediction

/// Adds a file, where an expectation needs it as a value.
func add(_ text: ContiguousArray<UInt8>, path: String, to builder: inout CorpusBuilder) -> Bool {
  builder.add(text, path: path)
}
