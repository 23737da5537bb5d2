#include "Embedded.h"

// The files of editors/vim. A test holds this list against the folder.

static const unsigned char autoload_catchword_vim[] = {
#embed "../../editors/vim/autoload/catchword.vim"
};
static const unsigned char autoload_catchword_accept_vim[] = {
#embed "../../editors/vim/autoload/catchword/accept.vim"
};
static const unsigned char autoload_catchword_answers_vim[] = {
#embed "../../editors/vim/autoload/catchword/answers.vim"
};
static const unsigned char autoload_catchword_bans_vim[] = {
#embed "../../editors/vim/autoload/catchword/bans.vim"
};
static const unsigned char autoload_catchword_buffers_vim[] = {
#embed "../../editors/vim/autoload/catchword/buffers.vim"
};
static const unsigned char autoload_catchword_capabilities_vim[] = {
#embed "../../editors/vim/autoload/catchword/capabilities.vim"
};
static const unsigned char autoload_catchword_commandline_vim[] = {
#embed "../../editors/vim/autoload/catchword/commandline.vim"
};
static const unsigned char autoload_catchword_completion_vim[] = {
#embed "../../editors/vim/autoload/catchword/completion.vim"
};
static const unsigned char autoload_catchword_documentation_vim[] = {
#embed "../../editors/vim/autoload/catchword/documentation.vim"
};
static const unsigned char autoload_catchword_documents_vim[] = {
#embed "../../editors/vim/autoload/catchword/documents.vim"
};
static const unsigned char autoload_catchword_enter_vim[] = {
#embed "../../editors/vim/autoload/catchword/enter.vim"
};
static const unsigned char autoload_catchword_events_vim[] = {
#embed "../../editors/vim/autoload/catchword/events.vim"
};
static const unsigned char autoload_catchword_ghost_vim[] = {
#embed "../../editors/vim/autoload/catchword/ghost.vim"
};
static const unsigned char autoload_catchword_inline_completion_vim[] = {
#embed "../../editors/vim/autoload/catchword/inline_completion.vim"
};
static const unsigned char autoload_catchword_items_vim[] = {
#embed "../../editors/vim/autoload/catchword/items.vim"
};
static const unsigned char autoload_catchword_keys_vim[] = {
#embed "../../editors/vim/autoload/catchword/keys.vim"
};
static const unsigned char autoload_catchword_log_vim[] = {
#embed "../../editors/vim/autoload/catchword/log.vim"
};
static const unsigned char autoload_catchword_menu_vim[] = {
#embed "../../editors/vim/autoload/catchword/menu.vim"
};
static const unsigned char autoload_catchword_messages_vim[] = {
#embed "../../editors/vim/autoload/catchword/messages.vim"
};
static const unsigned char autoload_catchword_multiline_vim[] = {
#embed "../../editors/vim/autoload/catchword/multiline.vim"
};
static const unsigned char autoload_catchword_omni_vim[] = {
#embed "../../editors/vim/autoload/catchword/omni.vim"
};
static const unsigned char autoload_catchword_options_vim[] = {
#embed "../../editors/vim/autoload/catchword/options.vim"
};
static const unsigned char autoload_catchword_position_vim[] = {
#embed "../../editors/vim/autoload/catchword/position.vim"
};
static const unsigned char autoload_catchword_projects_vim[] = {
#embed "../../editors/vim/autoload/catchword/projects.vim"
};
static const unsigned char autoload_catchword_rpc_vim[] = {
#embed "../../editors/vim/autoload/catchword/rpc.vim"
};
static const unsigned char autoload_catchword_server_vim[] = {
#embed "../../editors/vim/autoload/catchword/server.vim"
};
static const unsigned char autoload_catchword_session_vim[] = {
#embed "../../editors/vim/autoload/catchword/session.vim"
};
static const unsigned char autoload_catchword_settings_vim[] = {
#embed "../../editors/vim/autoload/catchword/settings.vim"
};
static const unsigned char autoload_catchword_status_vim[] = {
#embed "../../editors/vim/autoload/catchword/status.vim"
};
static const unsigned char autoload_catchword_typing_vim[] = {
#embed "../../editors/vim/autoload/catchword/typing.vim"
};
static const unsigned char autoload_catchword_uris_vim[] = {
#embed "../../editors/vim/autoload/catchword/uris.vim"
};
static const unsigned char doc_catchword_txt[] = {
#embed "../../editors/vim/doc/catchword.txt"
};
static const unsigned char doc_tags[] = {
#embed "../../editors/vim/doc/tags"
};
static const unsigned char plugin_catchword_vim[] = {
#embed "../../editors/vim/plugin/catchword.vim"
};

static const struct CatchwordEditorFile files[] = {
  {"autoload/catchword.vim", autoload_catchword_vim, sizeof autoload_catchword_vim},
  {"autoload/catchword/accept.vim", autoload_catchword_accept_vim, sizeof autoload_catchword_accept_vim},
  {"autoload/catchword/answers.vim", autoload_catchword_answers_vim, sizeof autoload_catchword_answers_vim},
  {"autoload/catchword/bans.vim", autoload_catchword_bans_vim, sizeof autoload_catchword_bans_vim},
  {"autoload/catchword/buffers.vim", autoload_catchword_buffers_vim, sizeof autoload_catchword_buffers_vim},
  {"autoload/catchword/capabilities.vim", autoload_catchword_capabilities_vim, sizeof autoload_catchword_capabilities_vim},
  {"autoload/catchword/commandline.vim", autoload_catchword_commandline_vim, sizeof autoload_catchword_commandline_vim},
  {"autoload/catchword/completion.vim", autoload_catchword_completion_vim, sizeof autoload_catchword_completion_vim},
  {"autoload/catchword/documentation.vim", autoload_catchword_documentation_vim, sizeof autoload_catchword_documentation_vim},
  {"autoload/catchword/documents.vim", autoload_catchword_documents_vim, sizeof autoload_catchword_documents_vim},
  {"autoload/catchword/enter.vim", autoload_catchword_enter_vim, sizeof autoload_catchword_enter_vim},
  {"autoload/catchword/events.vim", autoload_catchword_events_vim, sizeof autoload_catchword_events_vim},
  {"autoload/catchword/ghost.vim", autoload_catchword_ghost_vim, sizeof autoload_catchword_ghost_vim},
  {"autoload/catchword/inline_completion.vim", autoload_catchword_inline_completion_vim, sizeof autoload_catchword_inline_completion_vim},
  {"autoload/catchword/items.vim", autoload_catchword_items_vim, sizeof autoload_catchword_items_vim},
  {"autoload/catchword/keys.vim", autoload_catchword_keys_vim, sizeof autoload_catchword_keys_vim},
  {"autoload/catchword/log.vim", autoload_catchword_log_vim, sizeof autoload_catchword_log_vim},
  {"autoload/catchword/menu.vim", autoload_catchword_menu_vim, sizeof autoload_catchword_menu_vim},
  {"autoload/catchword/messages.vim", autoload_catchword_messages_vim, sizeof autoload_catchword_messages_vim},
  {"autoload/catchword/multiline.vim", autoload_catchword_multiline_vim, sizeof autoload_catchword_multiline_vim},
  {"autoload/catchword/omni.vim", autoload_catchword_omni_vim, sizeof autoload_catchword_omni_vim},
  {"autoload/catchword/options.vim", autoload_catchword_options_vim, sizeof autoload_catchword_options_vim},
  {"autoload/catchword/position.vim", autoload_catchword_position_vim, sizeof autoload_catchword_position_vim},
  {"autoload/catchword/projects.vim", autoload_catchword_projects_vim, sizeof autoload_catchword_projects_vim},
  {"autoload/catchword/rpc.vim", autoload_catchword_rpc_vim, sizeof autoload_catchword_rpc_vim},
  {"autoload/catchword/server.vim", autoload_catchword_server_vim, sizeof autoload_catchword_server_vim},
  {"autoload/catchword/session.vim", autoload_catchword_session_vim, sizeof autoload_catchword_session_vim},
  {"autoload/catchword/settings.vim", autoload_catchword_settings_vim, sizeof autoload_catchword_settings_vim},
  {"autoload/catchword/status.vim", autoload_catchword_status_vim, sizeof autoload_catchword_status_vim},
  {"autoload/catchword/typing.vim", autoload_catchword_typing_vim, sizeof autoload_catchword_typing_vim},
  {"autoload/catchword/uris.vim", autoload_catchword_uris_vim, sizeof autoload_catchword_uris_vim},
  {"doc/catchword.txt", doc_catchword_txt, sizeof doc_catchword_txt},
  {"doc/tags", doc_tags, sizeof doc_tags},
  {"plugin/catchword.vim", plugin_catchword_vim, sizeof plugin_catchword_vim},
};

struct CatchwordEditorFiles catchwordEditorFiles_vim(void) {
  return (struct CatchwordEditorFiles){files, sizeof files / sizeof *files};
}
