/// The command that the arguments ask for, with its options.
enum BenchInvocation {
  case help
  case speed(Checking)
  case conformance(ConformanceOptions)
  case soak(SoakOptions)
  case latency(LatencyOptions)
  case workspace(folder: String)
  case quality(QualityOptions)
  case typing(TypingOptions)
  case prediction(folder: String)
  case fit(FitOptions)
  case shared(SharedOptions)
  case failover(FailoverOptions)
  /// The plain server beside which another server is measured; of no use to anyone else.
  case plain(items: Int, bytes: Int)

  /// One line about an error in the arguments.
  struct Failure: Error {
    let message: String
  }

  static let usage = """
    catchword-bench measures Catchword's parts, and puts any language server to the test.

    Usage:
      catchword-bench [--check | --strict]
                                      how fast the parts are; with --check, fail when a budget of a median is not kept;
                                      with --strict, also when one of a tail is not, or when other programs keep the
                                      machine too busy to judge it
      catchword-bench conformance [--timeout SECONDS] -- COMMAND...
                                      what a server does with good and with hostile input, beside other servers
      catchword-bench soak [--minutes M] [--rate N] [--seed S] [--documents N] -- COMMAND...
                                      N messages a second for M minutes: are all requests answered once, is memory flat
      catchword-bench latency [--quick] [--check | --strict] [--json] [--words N,...]
                              [--list N,...] [--megabytes N,...] [--time SECONDS] [--timeout SECONDS]
                              [--seed S] -- COMMAND...
                                      how long a server takes over its pipes, beside a plain server; --check and --strict as
                                      above
      catchword-bench workspace FOLDER
                                      how fast the words of a folder's files are collected, and what they take
      catchword-bench quality [--files N] [--words N] [--seed S] [--extensions A,...] [--ghost] [--svg FILE]
                              [--json FILE] [--check] [--floors FILE] [--alone] [--further DIR,...] [--shared DIR,...]
                              [--near TOKENS] DIR
                                      how soon the wanted word comes first when N words of N files of a folder are
                                      typed anew, beside other orders; with --alone no other file of the folder is
                                      known, with --further those of further folders are; with --shared, a team has
                                      published the words of some folders; with --near, only so many tokens are in
                                      memory, and all others in a file; with --check, fail when a floor for our own
                                      Sources is not kept, with --floors, one of a file
      catchword-bench typing [--files N] [--words N] [--seed S] [--extensions A,...] [--by-hand]
                             [--json FILE] [--check] [--bounds FILE] PATH...
                                      which menus come up by themselves as N words of N files of each kind, of a folder,
                                      or of a single file are typed letter by letter, beside a plain completion; with
                                      --check, fail when a bound for our own texts is not kept, with --bounds, one of
                                      a file
      catchword-bench prediction FOLDER
                                      how fast a model learns from a folder's files and answers, and what it takes
      catchword-bench shared [--words N] [--connections N] [--check | --strict] -- COMMAND...
                                      N words on the server COMMAND, such as redis-server, that speaks the protocol of
                                      Redis: how fast they are published and looked up, and what they take; with
                                      --connections, how soon it answers each of N that ask now and then
      catchword-bench failover [--redis PROGRAM] [--words N] [--seconds N] [--check | --strict] -- COMMAND...
                                      how long a server with N shared words takes for a key while nodes of the cluster
                                      that has them fail: does it offer all words all the same
      catchword-bench fit [--files N] [--words N] [--rounds N] [--seed S] [--test DIR,...] DIR...
                                      the numbers by which words are ranked, fitted to N words of N files of each folder
      catchword-bench --help

    Exit codes: 0 all is well, 1 something is not, 64 wrong arguments, 69 COMMAND cannot be started.

    """

  static func parse(_ arguments: [String]) -> Result<BenchInvocation, Failure> {
    do throws(Failure) {
      let rest = Array(arguments.dropFirst())
      switch arguments.first {
      case nil: return .success(.speed(.off))
      case _ where arguments.prefix(while: { $0 != "--" }).contains("--help"): return .success(.help)
      case "--check" where rest.isEmpty, "--strict" where rest.isEmpty: return .success(.speed(Checking(arguments)))
      case "conformance": return .success(.conformance(try ConformanceOptions(rest)))
      case "soak": return .success(.soak(try SoakOptions(rest)))
      case "latency": return .success(.latency(try LatencyOptions(rest)))
      case "workspace" where rest.count == 1: return .success(.workspace(folder: rest[0]))
      case "quality": return .success(.quality(try QualityOptions(rest)))
      case "typing": return .success(.typing(try TypingOptions(rest)))
      case "prediction" where rest.count == 1: return .success(.prediction(folder: rest[0]))
      case "fit": return .success(.fit(try FitOptions(rest)))
      case "shared": return .success(.shared(try SharedOptions(rest)))
      case "failover": return .success(.failover(try FailoverOptions(rest)))
      case "plain" where rest.count == 2 && rest.allSatisfy { Int($0) != nil }:
        return .success(.plain(items: Int(rest[0]) ?? 0, bytes: Int(rest[1]) ?? 0))
      case let argument?:
        let unknown = ["--check", "--strict"].contains(argument) ? rest[0] : argument
        throw Failure(message: "unknown argument \"\(unknown)\"; see catchword-bench --help.")
      }
    } catch {
      return .failure(error)
    }
  }

  /// Splits arguments at the `--` into options with their values and a command.
  ///
  /// - Parameters:
  ///   - known: The options that take a value, each with a description of the value, as in "a number of seconds".
  ///   - flags: Options without a value; theirs is an empty string.
  static func options(
    _ arguments: [String], of name: String, known: [String: String], flags: Set<String> = []
  ) throws(Failure) -> (values: [String: String], command: [String]) {
    var values: [String: String] = [:]
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        guard !rest.isEmpty else { break }
        return (values, Array(rest))
      }
      if flags.contains(argument) {
        values[argument] = ""
        continue
      }
      guard let need = known[argument] else {
        throw Failure(message: "unknown argument \"\(argument)\"; see catchword-bench --help.")
      }
      guard let value = rest.popFirst(), value != "--" else {
        throw Failure(message: "\(argument) needs \(need).")
      }
      values[argument] = value
    }
    throw Failure(message: "\(name) needs a command: catchword-bench \(name) -- COMMAND...")
  }

  /// Returns the number given for an option, or a default when the option is missing.
  static func number<Value: LosslessStringConvertible & Comparable>(
    _ values: [String: String], _ name: String, in range: ClosedRange<Value>, otherwise: Value
  ) throws(Failure) -> Value {
    guard let text = values[name] else { return otherwise }
    guard let value = Value(text), range.contains(value) else {
      throw Failure(message: "\(name) needs a number from \(range.lowerBound) to \(range.upperBound), not \"\(text)\".")
    }
    return value
  }

  /// Returns the comma-separated numbers given for an option, or a default when the option is missing.
  static func numbers(
    _ values: [String: String], _ name: String, in range: ClosedRange<Int>, otherwise: [Int]
  ) throws(Failure) -> [Int] {
    guard let text = values[name] else { return otherwise }
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) ?? range.lowerBound - 1 }
    guard numbers.allSatisfy(range.contains) else {
      throw Failure(
        message: "\(name) needs numbers from \(range.lowerBound) to \(range.upperBound), not \"\(text)\".")
    }
    return numbers
  }
}
