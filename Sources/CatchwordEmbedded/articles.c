#include "Embedded.h"

// Articles of the documentation, for 'catchword help'. A test holds this list against the catalogue.

static const unsigned char Editors[] = {
#embed "../Catchword/Catchword.docc/Editors.md"
};
static const unsigned char Emacs[] = {
#embed "../Catchword/Catchword.docc/Emacs.md"
};
static const unsigned char FarTexts[] = {
#embed "../Catchword/Catchword.docc/FarTexts.md"
};
static const unsigned char GhostText[] = {
#embed "../Catchword/Catchword.docc/GhostText.md"
};
static const unsigned char Helix[] = {
#embed "../Catchword/Catchword.docc/Helix.md"
};
static const unsigned char Kakoune[] = {
#embed "../Catchword/Catchword.docc/Kakoune.md"
};
static const unsigned char LanguageServers[] = {
#embed "../Catchword/Catchword.docc/LanguageServers.md"
};
static const unsigned char Neovim[] = {
#embed "../Catchword/Catchword.docc/Neovim.md"
};
static const unsigned char Privacy[] = {
#embed "../Catchword/Catchword.docc/Privacy.md"
};
static const unsigned char Ranking[] = {
#embed "../Catchword/Catchword.docc/Ranking.md"
};
static const unsigned char Recipes[] = {
#embed "../Catchword/Catchword.docc/Recipes.md"
};
static const unsigned char Settings[] = {
#embed "../Catchword/Catchword.docc/Settings.md"
};
static const unsigned char SharedWords[] = {
#embed "../Catchword/Catchword.docc/SharedWords.md"
};
static const unsigned char Snippets[] = {
#embed "../Catchword/Catchword.docc/Snippets.md"
};
static const unsigned char Troubleshooting[] = {
#embed "../Catchword/Catchword.docc/Troubleshooting.md"
};
static const unsigned char VSCode[] = {
#embed "../Catchword/Catchword.docc/VSCode.md"
};
static const unsigned char Vim[] = {
#embed "../Catchword/Catchword.docc/Vim.md"
};

static const struct CatchwordEditorFile files[] = {
  {"Editors.md", Editors, sizeof Editors},
  {"Emacs.md", Emacs, sizeof Emacs},
  {"FarTexts.md", FarTexts, sizeof FarTexts},
  {"GhostText.md", GhostText, sizeof GhostText},
  {"Helix.md", Helix, sizeof Helix},
  {"Kakoune.md", Kakoune, sizeof Kakoune},
  {"LanguageServers.md", LanguageServers, sizeof LanguageServers},
  {"Neovim.md", Neovim, sizeof Neovim},
  {"Privacy.md", Privacy, sizeof Privacy},
  {"Ranking.md", Ranking, sizeof Ranking},
  {"Recipes.md", Recipes, sizeof Recipes},
  {"Settings.md", Settings, sizeof Settings},
  {"SharedWords.md", SharedWords, sizeof SharedWords},
  {"Snippets.md", Snippets, sizeof Snippets},
  {"Troubleshooting.md", Troubleshooting, sizeof Troubleshooting},
  {"VSCode.md", VSCode, sizeof VSCode},
  {"Vim.md", Vim, sizeof Vim},
};

struct CatchwordEditorFiles catchwordArticles(void) {
  return (struct CatchwordEditorFiles){files, sizeof files / sizeof *files};
}
