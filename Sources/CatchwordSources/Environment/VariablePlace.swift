import CatchwordSnippets
import CatchwordText

/// The places in a line where the name of an environment variable is written.
enum VariablePlace {
  /// The languages in which a dollar begins a variable that may be one of the environment.
  private static let shells = Set(
    """
    sh bash zsh fish ksh csh tcsh shell shellscript make makefile just justfile dockerfile containerfile dockercompose \
    docker-compose yaml yml dotenv env conf systemd
    """.split(separator: " ").map(String.init))

  /// What stands before a name in any language; an apostrophe counts as a quote.
  private static let openings = [
    "process.env.", "import.meta.env.", "process.env[\"", "Deno.env.get(\"", "Bun.env.", "environ.setdefault(\"",
    "environ.get(\"", "environ.pop(\"", "environ[\"", "getenv(\"", "getenv (\"", "ENV[\"", "ENV.fetch(\"",
    "env::var(\"",
    "env::var_os(\"", "env!(\"", "option_env!(\"", "Getenv(\"", "LookupEnv(\"", ".environment[\"",
    "Environment.GetEnvironmentVariable(\"",
    "System.get_env(\"", "System.fetch_env!(\"", "System.fetch_env(\"", "lookupEnv \"", "getEnv \"", "ENV{", "${env:",
    "$_ENV[\"", "$env:", "$env.",
  ]

  /// What stands before a name in some languages only.
  private static let ownOpenings: [String: [String]] = [
    "powershell": ["$env:", "${env:"], "just": ["env(\"", "env_var(\"", "env_var_or_default(\""],
  ]

  /// The last characters of all that stands before a name: where there is none of them, as behind most words, nothing is
  /// looked for.
  private static let ends = ASCIISet(
    (openings + ownOpenings.values.joined()).compactMap(\.utf8.last) + Array("'$(%{".utf8))

  /// True when a name of the environment is written behind the text of a line.
  ///
  /// - Parameter line: The line before the word.
  static func isBehind(_ line: String, languageID: String) -> Bool {
    guard let last = line.utf8.last, ends.contains(last) else { return false }
    if shells.contains(languageID.lowercased()) {
      if line.hasSuffix("${") || line.hasSuffix("$") && !line.hasSuffix("$$") { return true }
      if line.hasSuffix("$("), languageID.lowercased().contains("make") { return true }
    }
    if ["bat", "batch", "dosbatch"].contains(languageID.lowercased()) { return line.hasSuffix("%") }
    let end = String(line.suffix(40)).replacing("'", with: "\"")
    let language = LanguageAliases.canonical(languageID)
    // PowerShell does not tell `$Env:` from `$env:`.
    if isBehind(ownOpenings[language] ?? [], language == "powershell" ? end.lowercased() : end) { return true }
    return isBehind(openings, end)
  }

  private static func isBehind(_ openings: [String], _ end: String) -> Bool {
    openings.contains { opening in
      guard end.hasSuffix(opening) else { return false }
      // `getenv` is not the end of another name.
      guard let first = opening.first, first.isLetter, let before = end.dropLast(opening.count).last else {
        return true
      }
      return !before.isLetter && !before.isNumber && before != "_"
    }
  }
}
