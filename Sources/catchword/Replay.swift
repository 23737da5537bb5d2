import CatchwordRPC

/// `catchword replay`: plays a transcript to a server and checks its answers.
enum Replay {
  static func run(_ options: ReplayOptions) async -> Int32 {
    StandardStream.error.write("not yet\n")
    return 70
  }
}
