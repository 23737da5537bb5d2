// A source and a server of one's own, in one import: `Catchword.docc` says how they are written.

@_exported public import CatchwordCompletion
@_exported public import CatchwordMatching
@_exported public import CatchwordPrediction
@_exported public import CatchwordRPC
@_exported public import CatchwordServer
@_exported public import CatchwordShared
@_exported public import CatchwordText
