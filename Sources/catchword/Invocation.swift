/// What the arguments ask for.
enum Invocation: Equatable {
  case help
  case version
  /// Started at a terminal without arguments: say what this is.
  case explain
  case serve(clientProcessID: Int?)
  case complete(CompleteOptions)
  case replay(ReplayOptions)

  /// One line about what is wrong with the arguments.
  struct Failure: Error, Equatable {
    let message: String
  }

  static func parse(_ arguments: [String], isInputTerminal: Bool) -> Result<Invocation, Failure> {
    do throws(Failure) {
      switch arguments.first {
      case nil: return .success(isInputTerminal ? .explain : .serve(clientProcessID: nil))
      case _ where arguments.dropFirst().contains("--help") && arguments.first != "replay": return .success(.help)
      case "complete": return .success(.complete(try CompleteOptions(Array(arguments.dropFirst()))))
      case "replay": return .success(.replay(try ReplayOptions(Array(arguments.dropFirst()))))
      default: return .success(try serve(arguments, isInputTerminal: isInputTerminal))
      }
    } catch {
      return .failure(error)
    }
  }

  private static func serve(_ arguments: [String], isInputTerminal: Bool) throws(Failure) -> Invocation {
    var rest = arguments[...]
    var clientProcessID: Int?
    var isStdio = !isInputTerminal
    while let argument = rest.popFirst() {
      switch argument {
      case "--help", "-h": return .help
      case "--version": return .version
      case "--stdio": isStdio = true
      case _ where argument == "--clientProcessId" || argument.hasPrefix("--clientProcessId="):
        let value = argument.contains("=") ? String(argument.drop { $0 != "=" }.dropFirst()) : rest.popFirst()
        guard let number = value.flatMap(Int.init), number > 0 else {
          throw Failure(message: "--clientProcessId needs the number of a process, as in --clientProcessId=4321.")
        }
        clientProcessID = number
      default:
        throw Failure(message: "unknown argument \"\(argument)\"; see catchword --help.")
      }
    }
    return isStdio ? .serve(clientProcessID: clientProcessID) : .explain
  }
}

/// The options of `catchword complete`.
struct CompleteOptions: Equatable {
  var path = ""
  var line = 1
  /// From 1, in Unicode scalars; nil for the end of the line.
  var column: Int?
  var isJSON = false
  var limit = 20
  var lists: [String] = []

  init(_ arguments: [String]) throws(Invocation.Failure) {
    var rest = arguments[...]
    var place: String?
    while let argument = rest.popFirst() {
      switch argument {
      case "--json": isJSON = true
      case "--limit":
        guard let number = rest.popFirst().flatMap(Int.init), (1...10_000).contains(number) else {
          throw Invocation.Failure(message: "--limit needs a number from 1 to 10000.")
        }
        limit = number
      case "--list":
        guard let path = rest.popFirst() else { throw Invocation.Failure(message: "--list needs a file.") }
        lists.append(path)
      case _ where argument.hasPrefix("-"):
        throw Invocation.Failure(message: "unknown argument \"\(argument)\"; see catchword --help.")
      default:
        guard place == nil else {
          throw Invocation.Failure(message: "complete takes one FILE:LINE[:COLUMN], and \"\(argument)\" is a second.")
        }
        place = argument
      }
    }
    guard let place else { throw Invocation.Failure(message: "complete needs FILE:LINE[:COLUMN].") }
    try parse(place)
  }

  /// Reads the numbers from the right, since a file's name may have colons.
  private mutating func parse(_ place: String) throws(Invocation.Failure) {
    var parts = place.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    var numbers: [Int] = []
    while numbers.count < 2, parts.count > 1, let number = parts.last.flatMap(Int.init) {
      numbers.insert(number, at: 0)
      parts.removeLast()
    }
    path = parts.joined(separator: ":")
    guard let line = numbers.first, line > 0, numbers.dropFirst().allSatisfy({ $0 > 0 }), !path.isEmpty else {
      throw Invocation.Failure(
        message: "\"\(place)\" is not FILE:LINE[:COLUMN]; lines and columns count from 1, as in notes.txt:12:5.")
    }
    self.line = line
    column = numbers.count == 2 ? numbers[1] : nil
  }
}

/// The options of `catchword replay`.
struct ReplayOptions: Equatable {
  var path: String
  var command: [String]

  init(_ arguments: [String]) throws(Invocation.Failure) {
    guard let separator = arguments.firstIndex(of: "--"), separator == 1, arguments.count > 2 else {
      throw Invocation.Failure(message: "replay needs a transcript and a command: catchword replay FILE -- COMMAND...")
    }
    path = arguments[0]
    command = Array(arguments[2...])
  }
}
