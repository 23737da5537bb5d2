import Foundation
import TestSupport
import TestTraits
import Testing

@testable import CatchwordProgram

/// The shells themselves read what they are to complete by, and complete; a shell that is not installed is left out.
@Suite(.serialized, .blocking) struct ShellCompletionTests {
  private let home: TemporaryFolder

  init() throws { home = try TemporaryFolder() }

  private struct Outcome {
    let code: Int32
    let output: String
  }

  /// Runs a program to its end, with what it writes in one text; nil when it is not installed.
  private func run(_ program: String, _ arguments: String...) throws -> Outcome? {
    guard let path = Repository.find(program) else {
      #expect(!Repository.isContinuousIntegration, "\(program) is not installed")
      print("skipped: \(program) not found")
      return nil
    }
    let output = home.url.path + "/output"
    let process = try ChildProgram(
      path, arguments,
      environment: ["HOME": home.url.path, "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TERM": "dumb"],
      folder: home.url, output: .file(output), errors: .output)
    return Outcome(code: try process.wait(), output: try String(contentsOfFile: output, encoding: .utf8))
  }

  /// A line up to the cursor, and the words that must and must not be offered there.
  private static let lines: [(line: String, offered: [String], missing: [String])] = [
    ("catchword co", ["complete", "completions", "config"], ["check", "supervise"]),
    ("catchword --s", ["--stdio"], ["--version"]),
    ("catchword complete --", ["--json", "--limit", "--list", "--explain"], ["--stdio"]),
    ("catchword complete no", ["notes.txt"], ["normal"]), ("catchword complete --list no", ["notes.txt"], []),
    ("catchword status --", ["--json"], ["--limit"]), ("catchword ba", ["ban", "bans"], ["unban"]),
    ("catchword ban --", ["--language"], ["--json"]),
    ("catchword completions ", ["bash", "zsh", "fish"], ["notes.txt"]),
    ("catchword index s", ["sub"], ["song.txt"]), ("catchword help re", ["replay", "recipes"], ["complete"]),
    ("catchword setup n", ["neovim"], ["vim"]), ("catchword import so", ["song.txt"], []),
    ("catchword replay notes.txt -- cat no", ["notes.txt"], ["--json"]),
  ]

  private func check(_ line: String, _ output: String, _ offered: [String], _ missing: [String]) {
    let words = Set(output.split(whereSeparator: \.isWhitespace).map { $0.hasSuffix("/") ? $0.dropLast() : $0 })
    for word in offered { #expect(words.contains(word[...]), "\(line)| gives \(output)") }
    for word in missing { #expect(!words.contains(word[...]), "\(line)| gives \(output)") }
  }

  private func writeFiles() throws {
    for (name, text) in [("notes.txt", ""), ("song.txt", ""), ("sub/file", "")] { try home.write(text, to: name) }
  }

  @Test func bashCompletes() throws {
    try writeFiles()
    let script = try home.write(BashCompletion.script(), to: "script.bash")
    guard let syntax = try run("bash", "-n", script) else { return }
    #expect(syntax.code == 0, "\(syntax.output)")
    // As bash would: an equals sign is a word of its own.
    let ask = """
      source "$0"
      words=($1); [[ $1 == *' ' ]] && words+=("")
      COMP_WORDS=("${words[@]}"); COMP_CWORD=$((${#words[@]} - 1))
      _catchword && printf '%s\\n' "${COMPREPLY[@]}"
      """
    for (line, offered, missing) in Self.lines {
      let outcome = try run("bash", "--norc", "-c", ask, script, line)
      #expect(outcome?.code == 0, "\(line)| gives \(outcome?.output ?? "")")
      check(line, outcome?.output ?? "", offered, missing)
    }
    let command = try run("bash", "--norc", "-c", ask, script, "catchword proxy -- bas")
    #expect(command?.output.contains("bash") == true)
    let value = try run("bash", "--norc", "-c", ask, script, "catchword complete --list = no")
    #expect(value?.output == "notes.txt\n")
    // Loaded, it is what bash asks.
    let loaded = try run("bash", "--norc", "-c", "source \"$0\"; complete -p catchword", script)
    #expect(loaded?.output.contains("-F _catchword catchword") == true)
  }

  @Test func fishCompletes() throws {
    try writeFiles()
    let script = try home.write(FishCompletion.script(), to: "script.fish")
    guard let syntax = try run("fish", "--no-execute", script) else { return }
    #expect(syntax.code == 0, "\(syntax.output)")
    for (line, offered, missing) in Self.lines {
      let ask = "source \(script); complete -C '\(line)' | string replace -r '\\t.*' ''; true"
      let outcome = try run("fish", "--no-config", "-c", ask)
      #expect(outcome?.code == 0)
      check(line, outcome?.output ?? "", offered, missing)
    }
  }

  @Test func zshCompletes() throws {
    try writeFiles()
    let script = try home.write(ZshCompletion.script(), to: "functions/_catchword")
    guard let syntax = try run("zsh", "-n", script) else { return }
    #expect(syntax.code == 0, "\(syntax.output)")
    let driver = try home.write(Self.zshDriver, to: "driver.zsh")
    for (line, offered, missing) in Self.lines {
      let outcome = try run("zsh", "-f", driver, home.url.path + "/functions", line)
      #expect(outcome?.code == 0, "\(line)| gives \(outcome?.output ?? "")")
      check(line, outcome?.output ?? "", offered, missing)
    }
  }

  /// Types a line into a shell at a terminal of its own and lets it complete: what it lists comes between two marks.
  private static let zshDriver = """
    zmodload zsh/zpty
    mkfifo -m 600 $HOME/done.$$
    exec {answer}<> $HOME/done.$$
    zpty shell zsh -f -i
    zpty -w shell "PS1=; stty -echo columns 200; fpath=($1 \\$fpath); autoload -U compinit; compinit -u -D"
    zpty -w shell "zstyle ':completion:*' list-colors ''; LISTMAX=1000"
    # Instead of what is inserted, what could be.
    zpty -w shell 'catchword-list() { compadd() { local -a found; builtin compadd -A found "$@"; print -rl -- $found
      builtin compadd "$@" }; _main_complete > $HOME/found; unfunction compadd; compstate[insert]=; compstate[list]= }'
    zpty -w shell "zle -C catchword-list complete-word catchword-list; bindkey '^X' catchword-list"
    zpty -w shell 'cd $HOME; '"catchword-done() { print -r -- done > $HOME/done.$$ }"'; zle -N catchword-done; bindkey "^Y" catchword-done'
    zpty -w -n shell "$2"$'\\C-X\\C-Y'
    read -t 20 -u $answer || { print -r -- "no answer"; exit 1 }
    cat $HOME/found
    zpty -d shell
    """

  @Test func theManualIsWellFormed() throws {
    let page = try home.write(ManualPage.text(), to: "catchword.1")
    if let lint = try run("mandoc", "-T", "lint", "-W", "warning", page) {
      #expect(lint.code == 0 && lint.output.isEmpty, "\(lint.output)")
      let text = try run("mandoc", "-T", "ascii", page)?.output.replacing(/.\u{8}/, with: "") ?? ""
      for definition in CommandDefinition.shown {
        #expect(text.contains(" \(definition.name)"))
        for option in definition.options { #expect(text.contains(option.name)) }
      }
    }
    if let groff = try run("groff", "-mandoc", "-ww", "-Tascii", "-z", page) {
      #expect(groff.code == 0 && groff.output.isEmpty, "\(groff.output)")
    }
  }

  /// The program prints what was tested.
  @Test func theProgramPrintsThem() throws {
    for (arguments, expected) in [
      (["completions", "bash"], BashCompletion.script()), (["completions", "zsh"], ZshCompletion.script()),
      (["completions", "fish"], FishCompletion.script()), (["man"], ManualPage.text()),
      (["help", "complete"], Help.text(for: "complete")),
    ] {
      let outcome = try Program.run("catchword", arguments, home: home)
      #expect(outcome.code == 0)
      #expect(outcome.output == expected)
    }
  }
}
