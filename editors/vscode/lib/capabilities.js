'use strict';
// What this client can do, as the server is told.

const upTo = (count) => Array.from({ length: count }, (_, index) => index + 1);

exports.capabilities = {
  general: { positionEncodings: ['utf-16'], staleRequestSupport: { cancel: true, retryOnContentModified: [] } },
  window: { workDoneProgress: true, showMessage: {} },
  workspace: { workspaceFolders: true, executeCommand: {} },
  textDocument: {
    synchronization: { didSave: true },
    completion: {
      contextSupport: true,
      insertTextMode: 2,
      completionItem: {
        snippetSupport: true,
        commitCharactersSupport: true,
        documentationFormat: ['markdown', 'plaintext'],
        deprecatedSupport: true,
        preselectSupport: true,
        tagSupport: { valueSet: [1] },
        insertReplaceSupport: true,
        resolveSupport: { properties: ['documentation', 'detail'] },
        insertTextModeSupport: { valueSet: [1, 2] },
        labelDetailsSupport: true,
      },
      completionItemKind: { valueSet: upTo(25) },
      completionList: { itemDefaults: ['commitCharacters', 'editRange', 'insertTextFormat', 'insertTextMode', 'data'] },
    },
    inlineCompletion: { dynamicRegistration: true },
    codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: [] } } },
  },
};
