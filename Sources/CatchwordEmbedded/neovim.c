#include "Embedded.h"

// The files of editors/neovim. A test holds this list against the folder.

static const unsigned char doc_catchword_nvim_txt[] = {
#embed "../../editors/neovim/doc/catchword-nvim.txt"
};
static const unsigned char doc_tags[] = {
#embed "../../editors/neovim/doc/tags"
};
static const unsigned char lsp_catchword_lua[] = {
#embed "../../editors/neovim/lsp/catchword.lua"
};
static const unsigned char lua_catchword_lua[] = {
#embed "../../editors/neovim/lua/catchword.lua"
};
static const unsigned char lua_catchword_cmp_lua[] = {
#embed "../../editors/neovim/lua/catchword/cmp.lua"
};
static const unsigned char lua_catchword_commandline_lua[] = {
#embed "../../editors/neovim/lua/catchword/commandline.lua"
};
static const unsigned char lua_catchword_documentation_lua[] = {
#embed "../../editors/neovim/lua/catchword/documentation.lua"
};
static const unsigned char lua_catchword_edits_lua[] = {
#embed "../../editors/neovim/lua/catchword/edits.lua"
};
static const unsigned char lua_catchword_enter_lua[] = {
#embed "../../editors/neovim/lua/catchword/enter.lua"
};
static const unsigned char lua_catchword_ghost_lua[] = {
#embed "../../editors/neovim/lua/catchword/ghost.lua"
};
static const unsigned char lua_catchword_interrupt_lua[] = {
#embed "../../editors/neovim/lua/catchword/interrupt.lua"
};
static const unsigned char lua_catchword_keys_lua[] = {
#embed "../../editors/neovim/lua/catchword/keys.lua"
};
static const unsigned char lua_catchword_menu_lua[] = {
#embed "../../editors/neovim/lua/catchword/menu.lua"
};
static const unsigned char lua_catchword_position_lua[] = {
#embed "../../editors/neovim/lua/catchword/position.lua"
};
static const unsigned char lua_catchword_server_lua[] = {
#embed "../../editors/neovim/lua/catchword/server.lua"
};
static const unsigned char lua_catchword_unnamed_lua[] = {
#embed "../../editors/neovim/lua/catchword/unnamed.lua"
};

static const struct CatchwordEditorFile files[] = {
  {"doc/catchword-nvim.txt", doc_catchword_nvim_txt, sizeof doc_catchword_nvim_txt},
  {"doc/tags", doc_tags, sizeof doc_tags},
  {"lsp/catchword.lua", lsp_catchword_lua, sizeof lsp_catchword_lua},
  {"lua/catchword.lua", lua_catchword_lua, sizeof lua_catchword_lua},
  {"lua/catchword/cmp.lua", lua_catchword_cmp_lua, sizeof lua_catchword_cmp_lua},
  {"lua/catchword/commandline.lua", lua_catchword_commandline_lua, sizeof lua_catchword_commandline_lua},
  {"lua/catchword/documentation.lua", lua_catchword_documentation_lua, sizeof lua_catchword_documentation_lua},
  {"lua/catchword/edits.lua", lua_catchword_edits_lua, sizeof lua_catchword_edits_lua},
  {"lua/catchword/enter.lua", lua_catchword_enter_lua, sizeof lua_catchword_enter_lua},
  {"lua/catchword/ghost.lua", lua_catchword_ghost_lua, sizeof lua_catchword_ghost_lua},
  {"lua/catchword/interrupt.lua", lua_catchword_interrupt_lua, sizeof lua_catchword_interrupt_lua},
  {"lua/catchword/keys.lua", lua_catchword_keys_lua, sizeof lua_catchword_keys_lua},
  {"lua/catchword/menu.lua", lua_catchword_menu_lua, sizeof lua_catchword_menu_lua},
  {"lua/catchword/position.lua", lua_catchword_position_lua, sizeof lua_catchword_position_lua},
  {"lua/catchword/server.lua", lua_catchword_server_lua, sizeof lua_catchword_server_lua},
  {"lua/catchword/unnamed.lua", lua_catchword_unnamed_lua, sizeof lua_catchword_unnamed_lua},
};

struct CatchwordEditorFiles catchwordEditorFiles_neovim(void) {
  return (struct CatchwordEditorFiles){files, sizeof files / sizeof *files};
}
