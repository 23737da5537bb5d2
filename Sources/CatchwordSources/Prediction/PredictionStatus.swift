package import CatchwordPrediction

/// The progress of the model's learning from the files of the workspace, and its size.
package struct PredictionStatus: Equatable, Sendable {
  /// The state of the learning.
  package enum State: String, Sendable {
    /// Learning from files is off, or there are no folders.
    case off
    /// It has not been needed yet.
    case idle
    /// The files are being read for the first time.
    case building
    /// It has learned from the files.
    case ready
  }

  /// The state of the learning.
  package var state: State
  /// The status of the model, open documents included.
  package var model: ModelStatus
  /// True when files were left out because of a limit.
  package var isCut: Bool
  /// The progress of a far text that is being made; nil when none is.
  package var far: FarProgress?

  init(_ model: ModelStatus, _ published: CorpusFeeder.Published) {
    self.model = model
    isCut = published.isCut
    far = published.far
    state =
      switch published {
      case _ where published.isOff: .off
      case _ where published.isBuilt: .ready
      case _ where published.isBeginning: .building
      default: .idle
      }
  }
}
