'use strict';
// What may come next, shown behind the cursor.

const vscode = require('vscode');
const { toRange } = require('./completion');
const documents = require('./documents');

exports.GhostText = class GhostText {
  #connection;
  #log;

  constructor(connection, log) {
    this.#connection = connection;
    this.#log = log;
  }

  async provideInlineCompletionItems(document, position, context, token) {
    const { triggerKind, selectedCompletionInfo: selected } = context;
    const params = {
      textDocument: { uri: document.uri.toString() },
      position: documents.asPosition(position),
      context: {
        // VS Code counts from 0, LSP from 1.
        triggerKind: triggerKind + 1,
        selectedCompletionInfo: selected && { range: documents.asRange(selected.range), text: selected.text },
      },
    };
    try {
      const result = await this.#connection.request('textDocument/inlineCompletion', params, token);
      const items = Array.isArray(result) ? result : (result?.items ?? []);
      return items.map(({ insertText, range }) => new vscode.InlineCompletionItem(insertText, range && toRange(range)));
    } catch (error) {
      this.#log.warn(`No ghost text: ${error.message}`);
      return [];
    }
  }
};
