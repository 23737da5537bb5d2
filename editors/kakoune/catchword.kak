# For ~/.config/kak/kakrc, with kakoune-lsp 18 or later, after: eval %sh{kak-lsp}
# Of several servers for a file type, put the tables into one lsp_servers: a later set-option replaces an earlier one.

hook -group lsp-filetype-catchword global BufSetOption filetype=(?:markdown|git-commit|mail|asciidoc|restructuredtext) %{
    set-option buffer lsp_servers %{
        [catchword]
        root_globs = [".git", ".hg"]
        command = "catchword"
        settings_section = "catchword"
        [catchword.settings.catchword]
        # lists = ["~/words.txt"]
    }
}
hook global WinSetOption filetype=(?:markdown|git-commit|mail|asciidoc|restructuredtext) %{
    lsp-enable-window
}
