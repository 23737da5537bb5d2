'use strict';
// What the server offers, as it is registered with VS Code while the server runs.

const vscode = require('vscode');
const { CodeActions } = require('./actions');
const { Completions } = require('./completion');
const { selector } = require('./documents');
const { GhostText } = require('./ghost');

exports.Features = class Features {
  #log;
  #connection;
  #registrations = [];
  #inline = new Map(); // From the id that the server has given a registration to what takes it back.

  constructor(log) {
    this.#log = log;
  }

  /** Registers what a server has said that it can do. */
  attach(connection, { completionProvider, inlineCompletionProvider, executeCommandProvider, codeActionProvider }) {
    this.#connection = connection;
    const { commands, languages } = vscode;
    if (completionProvider) {
      const provider = new Completions(connection, this.#log, Boolean(completionProvider.resolveProvider));
      const characters = (completionProvider.triggerCharacters ?? []).filter((character) => typeof character === 'string');
      this.#registrations.push(languages.registerCompletionItemProvider(selector, provider, ...characters));
    }
    if (inlineCompletionProvider) this.register({ id: '', method: 'textDocument/inlineCompletion' });
    for (const command of executeCommandProvider?.commands ?? []) {
      const execute = (...args) => connection.request('workspace/executeCommand', { command, arguments: args });
      try {
        this.#registrations.push(commands.registerCommand(command, execute));
      } catch (error) {
        // All extensions share one table of commands.
        this.#log.warn(`The command ${command} is left to another extension: ${error.message}`);
      }
    }
    if (codeActionProvider) {
      const providedCodeActionKinds = (codeActionProvider.codeActionKinds ?? ['']).map((kind) => vscode.CodeActionKind.Empty.append(kind));
      const actions = new CodeActions(connection, this.#log);
      this.#registrations.push(languages.registerCodeActionsProvider(selector, actions, { providedCodeActionKinds }));
    }
  }

  /** Registers what the server has said later; all but ghost text is there without. */
  register({ id, method }) {
    if (method !== 'textDocument/inlineCompletion' || !this.#connection) return;
    this.unregister({ id });
    const provider = new GhostText(this.#connection, this.#log);
    this.#inline.set(id, vscode.languages.registerInlineCompletionItemProvider(selector, provider));
  }

  unregister({ id }) {
    this.#inline.get(id)?.dispose();
    this.#inline.delete(id);
  }

  detach() {
    this.#connection = undefined;
    this.#registrations.forEach((registration) => registration.dispose());
    this.#registrations = [];
    [...this.#inline.keys()].forEach((id) => this.unregister({ id }));
  }

  dispose() {
    this.detach();
  }
};
