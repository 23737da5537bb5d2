#include "Embedded.h"

// The files of editors/helix. A test holds this list against the folder.

static const unsigned char languages_toml[] = {
#embed "../../editors/helix/languages.toml"
};

static const struct CatchwordEditorFile files[] = {
  {"languages.toml", languages_toml, sizeof languages_toml},
};

struct CatchwordEditorFiles catchwordEditorFiles_helix(void) {
  return (struct CatchwordEditorFiles){files, sizeof files / sizeof *files};
}
