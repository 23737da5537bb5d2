#include "Embedded.h"

// The files of editors/vscode. A test holds this list against the folder.

static const unsigned char README_md[] = {
#embed "../../editors/vscode/README.md"
};
static const unsigned char extension_js[] = {
#embed "../../editors/vscode/extension.js"
};
static const unsigned char lib_actions_js[] = {
#embed "../../editors/vscode/lib/actions.js"
};
static const unsigned char lib_capabilities_js[] = {
#embed "../../editors/vscode/lib/capabilities.js"
};
static const unsigned char lib_commands_js[] = {
#embed "../../editors/vscode/lib/commands.js"
};
static const unsigned char lib_completion_js[] = {
#embed "../../editors/vscode/lib/completion.js"
};
static const unsigned char lib_connection_js[] = {
#embed "../../editors/vscode/lib/connection.js"
};
static const unsigned char lib_documents_js[] = {
#embed "../../editors/vscode/lib/documents.js"
};
static const unsigned char lib_features_js[] = {
#embed "../../editors/vscode/lib/features.js"
};
static const unsigned char lib_frames_js[] = {
#embed "../../editors/vscode/lib/frames.js"
};
static const unsigned char lib_ghost_js[] = {
#embed "../../editors/vscode/lib/ghost.js"
};
static const unsigned char lib_requests_js[] = {
#embed "../../editors/vscode/lib/requests.js"
};
static const unsigned char lib_server_js[] = {
#embed "../../editors/vscode/lib/server.js"
};
static const unsigned char lib_settings_js[] = {
#embed "../../editors/vscode/lib/settings.js"
};
static const unsigned char lib_status_js[] = {
#embed "../../editors/vscode/lib/status.js"
};
static const unsigned char package_json[] = {
#embed "../../editors/vscode/package.json"
};

static const struct CatchwordEditorFile files[] = {
  {"README.md", README_md, sizeof README_md},
  {"extension.js", extension_js, sizeof extension_js},
  {"lib/actions.js", lib_actions_js, sizeof lib_actions_js},
  {"lib/capabilities.js", lib_capabilities_js, sizeof lib_capabilities_js},
  {"lib/commands.js", lib_commands_js, sizeof lib_commands_js},
  {"lib/completion.js", lib_completion_js, sizeof lib_completion_js},
  {"lib/connection.js", lib_connection_js, sizeof lib_connection_js},
  {"lib/documents.js", lib_documents_js, sizeof lib_documents_js},
  {"lib/features.js", lib_features_js, sizeof lib_features_js},
  {"lib/frames.js", lib_frames_js, sizeof lib_frames_js},
  {"lib/ghost.js", lib_ghost_js, sizeof lib_ghost_js},
  {"lib/requests.js", lib_requests_js, sizeof lib_requests_js},
  {"lib/server.js", lib_server_js, sizeof lib_server_js},
  {"lib/settings.js", lib_settings_js, sizeof lib_settings_js},
  {"lib/status.js", lib_status_js, sizeof lib_status_js},
  {"package.json", package_json, sizeof package_json},
};

struct CatchwordEditorFiles catchwordEditorFiles_vscode(void) {
  return (struct CatchwordEditorFiles){files, sizeof files / sizeof *files};
}
