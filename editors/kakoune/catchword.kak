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
# The server that kakoune-lsp has for Markdown by itself, where there is one.
hook -group lsp-filetype-catchword global BufSetOption filetype=markdown %{
    evaluate-commands %sh{
        command -v marksman > /dev/null || exit 0
        printf '%s\n' "set-option -add buffer lsp_servers %{
            [marksman]
            root_globs = [\".marksman.toml\"]
            args = [\"server\"]
        }"
    }
}
hook global WinSetOption filetype=(?:markdown|git-commit|mail|asciidoc|restructuredtext) %{
    lsp-enable-window
}
