/// What the program says about itself.
enum Help {
  static let text = """
    Catchword completes words in any text, in any editor that speaks LSP.

    Usage:
      catchword [--stdio] [--clientProcessId N]    serve an editor on standard input and output
      catchword complete FILE:LINE[:COLUMN]        print completions for a place in a file
                [--json] [--limit N] [--list FILE]...
      catchword replay FILE -- COMMAND...          play a transcript to a language server and check its answers
      catchword --version
      catchword --help

    An editor starts the server by itself; README.md says how to set up yours.
    Settings are read from $XDG_CONFIG_HOME/catchword/config.json (by default ~/.config/catchword/config.json).

    """

  static let startedByHand = """
    catchword is a completion server: an editor starts it, and talks to it on standard input.
    Try it without an editor:   catchword complete FILE:LINE:COLUMN
    Serve from a terminal:      catchword --stdio
    All it can do:              catchword --help

    """
}
