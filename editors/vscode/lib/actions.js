'use strict';
// "Never offer this word again", for who asks what can be done at a word.

const vscode = require('vscode');
const { asRange } = require('./documents');

exports.CodeActions = class CodeActions {
  #connection;
  #log;

  constructor(connection, log) {
    this.#connection = connection;
    this.#log = log;
  }

  async provideCodeActions(document, range, context, token) {
    const params = {
      textDocument: { uri: document.uri.toString() },
      range: asRange(range),
      context: { diagnostics: [], only: context.only && [context.only.value], triggerKind: context.triggerKind },
    };
    try {
      const actions = (await this.#connection.request('textDocument/codeAction', params, token)) ?? [];
      // Those of another server may be edits, or commands alone, which are not made here.
      const ours = actions.filter(({ title, command }) => title && typeof command?.command === 'string');
      return ours.map(({ title, kind, command }) => {
        const action = new vscode.CodeAction(title, kind ? vscode.CodeActionKind.Empty.append(kind) : undefined);
        action.command = command;
        return action;
      });
    } catch (error) {
      this.#log.warn(`Nothing can be done: ${error.message}`);
      return [];
    }
  }
};
