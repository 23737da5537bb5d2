#include "Embedded.h"

// The files of editors/emacs. A test holds this list against the folder.

static const unsigned char catchword_accept_el[] = {
#embed "../../editors/emacs/catchword-accept.el"
};
static const unsigned char catchword_answer_el[] = {
#embed "../../editors/emacs/catchword-answer.el"
};
static const unsigned char catchword_ask_el[] = {
#embed "../../editors/emacs/catchword-ask.el"
};
static const unsigned char catchword_ban_el[] = {
#embed "../../editors/emacs/catchword-ban.el"
};
static const unsigned char catchword_candidate_el[] = {
#embed "../../editors/emacs/catchword-candidate.el"
};
static const unsigned char catchword_change_el[] = {
#embed "../../editors/emacs/catchword-change.el"
};
static const unsigned char catchword_continuation_el[] = {
#embed "../../editors/emacs/catchword-continuation.el"
};
static const unsigned char catchword_control_el[] = {
#embed "../../editors/emacs/catchword-control.el"
};
static const unsigned char catchword_description_el[] = {
#embed "../../editors/emacs/catchword-description.el"
};
static const unsigned char catchword_document_el[] = {
#embed "../../editors/emacs/catchword-document.el"
};
static const unsigned char catchword_eglot_el[] = {
#embed "../../editors/emacs/catchword-eglot.el"
};
static const unsigned char catchword_ghost_el[] = {
#embed "../../editors/emacs/catchword-ghost.el"
};
static const unsigned char catchword_log_el[] = {
#embed "../../editors/emacs/catchword-log.el"
};
static const unsigned char catchword_match_el[] = {
#embed "../../editors/emacs/catchword-match.el"
};
static const unsigned char catchword_merge_el[] = {
#embed "../../editors/emacs/catchword-merge.el"
};
static const unsigned char catchword_project_el[] = {
#embed "../../editors/emacs/catchword-project.el"
};
static const unsigned char catchword_refresh_el[] = {
#embed "../../editors/emacs/catchword-refresh.el"
};
static const unsigned char catchword_register_el[] = {
#embed "../../editors/emacs/catchword-register.el"
};
static const unsigned char catchword_request_el[] = {
#embed "../../editors/emacs/catchword-request.el"
};
static const unsigned char catchword_result_el[] = {
#embed "../../editors/emacs/catchword-result.el"
};
static const unsigned char catchword_server_el[] = {
#embed "../../editors/emacs/catchword-server.el"
};
static const unsigned char catchword_settings_el[] = {
#embed "../../editors/emacs/catchword-settings.el"
};
static const unsigned char catchword_sync_el[] = {
#embed "../../editors/emacs/catchword-sync.el"
};
static const unsigned char catchword_table_el[] = {
#embed "../../editors/emacs/catchword-table.el"
};
static const unsigned char catchword_text_el[] = {
#embed "../../editors/emacs/catchword-text.el"
};
static const unsigned char catchword_watch_el[] = {
#embed "../../editors/emacs/catchword-watch.el"
};
static const unsigned char catchword_el[] = {
#embed "../../editors/emacs/catchword.el"
};

static const struct CatchwordEditorFile files[] = {
  {"catchword-accept.el", catchword_accept_el, sizeof catchword_accept_el},
  {"catchword-answer.el", catchword_answer_el, sizeof catchword_answer_el},
  {"catchword-ask.el", catchword_ask_el, sizeof catchword_ask_el},
  {"catchword-ban.el", catchword_ban_el, sizeof catchword_ban_el},
  {"catchword-candidate.el", catchword_candidate_el, sizeof catchword_candidate_el},
  {"catchword-change.el", catchword_change_el, sizeof catchword_change_el},
  {"catchword-continuation.el", catchword_continuation_el, sizeof catchword_continuation_el},
  {"catchword-control.el", catchword_control_el, sizeof catchword_control_el},
  {"catchword-description.el", catchword_description_el, sizeof catchword_description_el},
  {"catchword-document.el", catchword_document_el, sizeof catchword_document_el},
  {"catchword-eglot.el", catchword_eglot_el, sizeof catchword_eglot_el},
  {"catchword-ghost.el", catchword_ghost_el, sizeof catchword_ghost_el},
  {"catchword-log.el", catchword_log_el, sizeof catchword_log_el},
  {"catchword-match.el", catchword_match_el, sizeof catchword_match_el},
  {"catchword-merge.el", catchword_merge_el, sizeof catchword_merge_el},
  {"catchword-project.el", catchword_project_el, sizeof catchword_project_el},
  {"catchword-refresh.el", catchword_refresh_el, sizeof catchword_refresh_el},
  {"catchword-register.el", catchword_register_el, sizeof catchword_register_el},
  {"catchword-request.el", catchword_request_el, sizeof catchword_request_el},
  {"catchword-result.el", catchword_result_el, sizeof catchword_result_el},
  {"catchword-server.el", catchword_server_el, sizeof catchword_server_el},
  {"catchword-settings.el", catchword_settings_el, sizeof catchword_settings_el},
  {"catchword-sync.el", catchword_sync_el, sizeof catchword_sync_el},
  {"catchword-table.el", catchword_table_el, sizeof catchword_table_el},
  {"catchword-text.el", catchword_text_el, sizeof catchword_text_el},
  {"catchword-watch.el", catchword_watch_el, sizeof catchword_watch_el},
  {"catchword.el", catchword_el, sizeof catchword_el},
};

struct CatchwordEditorFiles catchwordEditorFiles_emacs(void) {
  return (struct CatchwordEditorFiles){files, sizeof files / sizeof *files};
}
