/// A command to a server that speaks RESP, the protocol of Redis: an array of byte strings.
///
/// Source: https://redis.io/docs/latest/develop/reference/protocol-spec
struct RESPCommand {
  private let name: String
  private var arguments: [UInt8] = []
  private var count = 1
  private static let lineEnd = "\r\n".utf8

  /// Creates a command.
  init(_ name: String, _ arguments: String...) {
    self.name = name
    for argument in arguments { append(argument.utf8) }
  }

  /// Adds an argument.
  mutating func append(_ argument: some Collection<UInt8>) {
    arguments.append(UInt8(ascii: "$"))
    arguments += String(argument.count).utf8
    arguments += RESPCommand.lineEnd
    arguments += argument
    arguments += RESPCommand.lineEnd
    count += 1
  }

  /// The number of pairs of arguments behind the first one.
  var pairCount: Int { (count - 2) / 2 }

  /// The size of the arguments, in bytes.
  var byteCount: Int { arguments.count }

  /// The command as it is sent.
  var bytes: [UInt8] { Array("*\(count)\r\n$\(name.utf8.count)\r\n\(name)\r\n".utf8) + arguments }
}
