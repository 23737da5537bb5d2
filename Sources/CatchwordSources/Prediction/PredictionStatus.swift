public import CatchwordPrediction

/// How far the model's learning from the files of the workspace has come, and what it takes.
public struct PredictionStatus: Equatable, Sendable {
  /// What is happening.
  public enum State: String, Sendable {
    /// It is not to learn from files, or there are no folders.
    case off
    /// Nobody has needed it yet.
    case idle
    /// The files are being read for the first time.
    case building
    /// It has learned from the files.
    case ready
  }

  /// What is happening.
  public var state: State
  /// What the model knows, open documents included.
  public var model: ModelStatus
  /// True when files were left out because a limit was reached.
  public var isCut: Bool

  init<Model>(_ model: ModelStatus, _ published: CorpusFeeder<Model>.Published) {
    self.model = model
    isCut = published.isCut
    state =
      switch published {
      case _ where published.isOff: .off
      case _ where published.isBuilt: .ready
      case _ where published.isBeginning: .building
      default: .idle
      }
  }
}
