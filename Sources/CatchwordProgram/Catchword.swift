import CatchwordEmbedded
import CatchwordProcesses
import CatchwordRPC
import CatchwordSources

/// The program: reads its arguments and performs the command.
@main
enum Catchword {
  static let version = "0.1.0"

  /// The version and the commit, for people.
  static var fullVersion: String {
    let commit = String(cString: catchwordCommit())
    return commit.isEmpty ? version : "\(version) (\(commit))"
  }

  static func main() async {
    System.keepLittleMemory()
    StandardStream.openAll()
    let arguments = Array(CommandLine.arguments.dropFirst())
    // An internal command: the supervisor of the processes that this program starts.
    if arguments.first == ProcessSupervisor.argument {
      System.exit(ProcessSupervisor.main(arguments: Array(arguments.dropFirst())))
    }
    switch Invocation.parse(arguments, isInputTerminal: System.isTerminal(0)) {
    case .success(let invocation):
      System.exit(await perform(invocation))
    case .failure(let error):
      Printer.complain(error.message)
      System.exit(64)
    }
  }

  private static func perform(_ invocation: Invocation) async -> Int32 {
    switch invocation {
    case .help(let command):
      Printer.print(Help.text(for: command))
      return 0
    case .topic(let name):
      Printer.print(Topic.named(name)?.text ?? "")
      return 0
    case .version:
      Printer.print("catchword \(fullVersion)\n")
      return 0
    case .explain:
      StandardStream.error.write(Help.startedByHand)
      return 64
    case .serve(let clientProcessID):
      await Serve.run(clientProcessID: clientProcessID)
    case .setup(let editor, let action, let program):
      return await Setup.run(editor, action, program: program)
    case .doctor(let file):
      return await Doctor.run(file: file)
    case .demo(let file):
      return await Demo.run(path: file)
    case .complete(let options):
      return await Complete.run(options)
    case .proxy(let command, let patience):
      await ProxyCommand.run(command, patience: patience)
    case .replay(let options):
      return await Replay.run(options)
    case .completions(let shell):
      Printer.print(shell.script)
      return 0
    case .man:
      Printer.print(ManualPage.text())
      return 0
    case .check(let path):
      return Check.run(path: path)
    case .config(let options):
      return options.printsSchema ? Config.printSchema() : Config.run(options)
    case .status(let isJSON):
      return await Status.run(asJSON: isJSON)
    case .importSnippets(let path, let isDry):
      return SnippetImport.run(path: path, isDry: isDry)
    case .index(let folders):
      return Index.run(folders)
    case .learn(let folders):
      return Learn.run(folders)
    case .publish(let options):
      return Publish.run(options)
    case .unpublish(let name):
      return Publish.remove(name)
    case .shared(let name, let verifies):
      return Publish.check(name, verifies: verifies)
    case .ban(let word, let languageID):
      return await Bans.set(true, word, languageID: languageID)
    case .unban(let word, let languageID):
      return await Bans.set(false, word, languageID: languageID)
    case .bans(let isJSON):
      return await Bans.list(asJSON: isJSON)
    case .forget(let word):
      return await Forget.run(word)
    case .forgetFolder(let folder):
      return Forget.run(folder: folder)
    case .supervise:
      // It was handled before anything else.
      return 64
    }
  }
}
