#include "Embedded.h"

// The files of editors/kakoune. A test holds this list against the folder.

static const unsigned char catchword_kak[] = {
#embed "../../editors/kakoune/catchword.kak"
};

static const struct CatchwordEditorFile files[] = {
  {"catchword.kak", catchword_kak, sizeof catchword_kak},
};

struct CatchwordEditorFiles catchwordEditorFiles_kakoune(void) {
  return (struct CatchwordEditorFiles){files, sizeof files / sizeof *files};
}
