/// The names that editors have for each language: `shellscript` in VS Code is `sh` in Vim and `bash` in Helix.
package enum LanguageAliases {
  /// The name that stands for every language.
  package static let everywhere = "all"

  /// Returns the canonical name of a language, mostly that of VS Code; an unknown name is its own, in lower case.
  ///
  /// - Complexity: O(length of the name).
  package static func canonical(_ id: String) -> String {
    let name = id.lowercased()
    if let known = byAlias[name] { return known }
    // The modes of Emacs: `python-ts-mode` is `python`.
    let mode = without("-ts", in: without("-mode", in: name))
    return byAlias[mode] ?? mode
  }

  /// Returns the languages of a document: Vim has several in one name, as in `javascript.jest`.
  package static func languages(of id: String) -> [String] {
    // Most editors have a single name, and that of the table.
    if let known = byAlias[id], !id.utf8.contains(UInt8(ascii: ".")) { return [known] }
    var languages: [String] = []
    for part in id.split(separator: ".").prefix(4) {
      let language = canonical(String(part))
      if !languages.contains(language) { languages.append(language) }
    }
    return languages
  }

  /// True for a name in the table; other names may be languages, too.
  package static func isKnown(_ id: String) -> Bool {
    byAlias[id.lowercased()] != nil || byAlias[canonical(id)] != nil
  }

  /// True for languages of prose.
  package static func isProse(_ canonical: String) -> Bool { prose.contains(canonical) }

  private static func without(_ suffix: String, in name: String) -> String {
    name.count > suffix.count && name.hasSuffix(suffix) ? String(name.dropLast(suffix.count)) : name
  }

  private static let prose: Set<String> = [
    "plaintext", "markdown", "restructuredtext", "asciidoc", "latex", "bibtex", "org", "git-commit", "mail", "rmd",
    "typst", "norg", "quarto", "help", "wiki", "textile",
  ]

  private static let byAlias: [String: String] = {
    var byAlias: [String: String] = [:]
    for line in table.split(separator: "\n") {
      let names = line.split(separator: " ").map(String.init)
      for name in names { byAlias[name] = names[0] }
    }
    return byAlias
  }()

  /// One language on each line; its canonical name comes first.
  private static let table = """
    all global _ * any fundamental fundamental-mode
    ada
    apex
    applescript apples
    asciidoc adoc asciidoctor
    asm assembly nasm masm gas asm-intel
    astro
    awk gawk
    bat batch dosbatch cmd
    beancount
    bibtex bib
    blade
    c c_lang
    clojure clj clojurescript clojurec
    cmake
    cobol
    coffeescript coffee
    cpp c++ c_cpp cxx cc cplusplus
    crystal
    csharp cs c# c_sharp
    css
    cuda cuda-cpp cuda_cpp
    cython
    d dlang
    dart
    diff patch
    django-html htmldjango djangohtml django-html-template
    dockercompose docker-compose yaml.docker-compose
    dockerfile docker containerfile
    eex eelixir heex
    elixir ex
    elm
    emacs-lisp elisp emacs_lisp lisp-interaction
    erb eruby html.erb
    erlang erl
    fennel
    fish fish-shell
    fortran f90 fortran-modern fortranfreeform fortranfixed
    fsharp f# fs fsharp-script
    gdscript gdscript3 godot
    git-commit gitcommit commit_editmsg git commit vc-git-log-edit neogitcommitmessage
    git-rebase gitrebase
    gitignore ignore
    glsl
    go golang
    gomod go.mod go-mod go-dot-mod
    gradle
    graphql gql
    groovy
    haml
    handlebars hbs mustache html.handlebars
    haskell hs literate-haskell lhaskell
    hcl
    html xhtml web mhtml html.twig
    ini dosini conf conf-unix conf-toml-unix
    jade pug
    java
    javascript js js2 js3 ecmascript espresso
    javascriptreact jsx rjsx js-jsx javascript-react javascriptjsx
    jinja jinja2 jinja-html j2
    json js-json jsonl
    jsonc json5 json-with-comments
    julia jl ess-julia
    just justfile
    kotlin kt kts
    latex tex plaintex context yatex latex-expl3 luatex
    less less-css
    lisp common-lisp commonlisp slime
    liquid
    lua
    makefile make gnumake gnumakefile makefile-gmake bsdmakefile mk
    markdown md gfm mdx pandoc vimwiki markdown-view
    matlab octave
    mermaid
    nginx
    nim
    nix
    norg
    objective-c objc objectivec obj-c
    objective-cpp objcpp objectivecpp obj-c++
    ocaml ml tuareg caml
    odin
    opencl
    org orgmode
    pascal delphi objectpascal opascal
    perl pl cperl
    php phps
    plaintext text txt plain none
    plantuml puml
    powershell ps1 pwsh
    prisma
    prog prog-mode
    prolog
    properties java-properties javaproperties
    proto proto3 protobuf protocol-buffers
    purescript purs
    python py python3 cpython inferior-python
    qml
    quarto qmd
    r rlang ess-r ess
    racket rkt
    reason reasonml
    rescript
    restructuredtext rst rest
    rmd rmarkdown
    ruby rb enh-ruby
    rust rs rustic
    sass
    scala
    scheme scm
    scss
    shellscript sh bash shell zsh ksh shell-script shellscript-bash bash-script
    slim
    smalltalk
    solidity sol
    sql mysql plsql pgsql postgres postgresql sqlite
    stylus
    svelte
    swift
    systemverilog system-verilog sv
    tcl
    terraform tf opentofu
    text-mode
    toml
    twig
    typescript ts
    typescriptreact tsx typescript-react typescripttsx
    typst
    v vlang
    vala
    vb vbnet visualbasic
    verilog
    vhdl
    vim viml vimscript
    vue vue-html
    wast wat wasm
    xml nxml xsd svg
    xsl xslt
    yaml yml
    zig
    """
}
