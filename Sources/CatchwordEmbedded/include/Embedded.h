// What is put into the program when it is built: the files of `editors`, as `catchword setup` installs them, so that it needs
// nothing beside it, and the commit.
#pragma once
#include <stddef.h>

/// A file: its path in the folder of its editor, and its contents.
struct CatchwordEditorFile {
  const char *path;
  const unsigned char *bytes;
  size_t byteCount;
};

/// The files of an editor.
struct CatchwordEditorFiles {
  const struct CatchwordEditorFile *files;
  size_t count;
};

/// The abbreviated commit that `.ci/package` builds, with "+" when other changes are in it; empty in any other build.
const char *catchwordCommit(void);

struct CatchwordEditorFiles catchwordEditorFiles_vim(void);
struct CatchwordEditorFiles catchwordEditorFiles_neovim(void);
struct CatchwordEditorFiles catchwordEditorFiles_emacs(void);
struct CatchwordEditorFiles catchwordEditorFiles_helix(void);
struct CatchwordEditorFiles catchwordEditorFiles_kakoune(void);
struct CatchwordEditorFiles catchwordEditorFiles_vscode(void);

/// The articles of the documentation for users.
struct CatchwordEditorFiles catchwordArticles(void);
