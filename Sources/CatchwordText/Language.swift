/// LSP's language ids by file extension.
package enum Language {
  /// Returns the id of the probable language of a file.
  package static func id(forPath path: String) -> String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    let parts = file.lowercased().split(separator: ".")
    guard parts.count > 1, let last = parts.last else { return names[file.lowercased()] ?? "plaintext" }
    return extensions[String(last)] ?? "plaintext"
  }

  private static let names = [
    "makefile": "makefile", "gnumakefile": "makefile", "dockerfile": "dockerfile", "containerfile": "dockerfile",
    "justfile": "just", "commit_editmsg": "git-commit",
  ]

  private static let extensions = [
    "md": "markdown", "markdown": "markdown", "tex": "latex", "rst": "restructuredtext", "txt": "plaintext",
    "swift": "swift", "c": "c", "h": "c", "cc": "cpp", "cpp": "cpp", "hpp": "cpp", "cs": "csharp", "go": "go",
    "rs": "rust", "py": "python", "rb": "ruby", "php": "php", "java": "java", "kt": "kotlin", "lua": "lua",
    "vim": "vim", "el": "emacs-lisp", "lisp": "lisp", "scm": "scheme", "clj": "clojure", "ex": "elixir",
    "exs": "elixir", "hs": "haskell", "ml": "ocaml", "js": "javascript", "jsx": "javascriptreact",
    "ts": "typescript", "tsx": "typescriptreact", "json": "json", "yaml": "yaml", "yml": "yaml", "toml": "toml",
    "html": "html", "css": "css", "scss": "scss", "less": "less", "xml": "xml", "sql": "sql", "sh": "shellscript",
    "bash": "shellscript", "zsh": "shellscript", "fish": "fish", "pl": "perl", "r": "r", "zig": "zig",
    "nix": "nix", "tf": "terraform", "hcl": "hcl", "kdl": "kdl", "nu": "nu", "ps1": "powershell", "psm1": "powershell",
    "mk": "makefile", "cmake": "cmake", "cbl": "cobol", "cob": "cobol", "sass": "sass", "svelte": "svelte",
    "vue": "vue",
    "astro": "astro", "rkt": "racket", "fnl": "fennel", "cljs": "clojure", "purs": "purescript", "fs": "fsharp",
    "jl": "julia", "cr": "crystal", "dart": "dart", "scala": "scala", "groovy": "groovy", "m": "objective-c",
    "proto": "proto", "graphql": "graphql", "adoc": "asciidoc", "org": "org", "typ": "typst", "jsonc": "jsonc",
  ]
}
