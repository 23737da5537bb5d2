// The files of `editors`, as `catchword setup` installs them: in the program itself, so that it needs nothing beside it.
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

struct CatchwordEditorFiles catchwordEditorFiles_vim(void);
struct CatchwordEditorFiles catchwordEditorFiles_neovim(void);
struct CatchwordEditorFiles catchwordEditorFiles_emacs(void);
struct CatchwordEditorFiles catchwordEditorFiles_helix(void);
struct CatchwordEditorFiles catchwordEditorFiles_kakoune(void);
