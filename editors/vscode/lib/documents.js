'use strict';
// The documents as the server is told about them.

const vscode = require('vscode');

// What a user writes in: files, new files, cells of notebooks, messages of commits, comments on changes. A scheme that is
// named counts as much as a language that is named, so that other servers' items come into the same list.
const schemes = ['file', 'untitled', 'vscode-remote', 'vscode-notebook-cell', 'vscode-scm', 'comment', 'vscode-vfs'];

exports.selector = schemes.map((scheme) => ({ scheme }));

const asPosition = ({ line, character }) => ({ line, character });

exports.asPosition = asPosition;
exports.asRange = ({ start, end }) => ({ start: asPosition(start), end: asPosition(end) });

exports.Documents = class Documents {
  #connection;
  #open = new Set();
  #listeners;

  constructor() {
    const { workspace } = vscode;
    this.#listeners = [
      workspace.onDidOpenTextDocument((document) => this.#didOpen(document)),
      workspace.onDidChangeTextDocument((event) => this.#didChange(event)),
      workspace.onDidSaveTextDocument((document) => this.#didSave(document)),
      workspace.onDidCloseTextDocument((document) => this.#didClose(document)),
    ];
  }

  /** Tells a server about all documents, and from here on about what happens to them. */
  attach(connection) {
    this.#connection = connection;
    vscode.workspace.textDocuments.forEach((document) => this.#didOpen(document));
  }

  detach() {
    this.#connection = undefined;
    this.#open.clear();
  }

  dispose() {
    this.#listeners.forEach((listener) => listener.dispose());
  }

  #didOpen(document) {
    const uri = document.uri.toString();
    if (!this.#connection || this.#open.has(uri) || !schemes.includes(document.uri.scheme)) return;
    this.#open.add(uri);
    const { languageId, version } = document;
    this.#connection.notify('textDocument/didOpen', { textDocument: { uri, languageId, version, text: document.getText() } });
  }

  // The changes are in an order in which each can be made after the other. Without any, only the saved state has changed.
  #didChange({ document, contentChanges }) {
    const uri = document.uri.toString();
    if (!this.#open.has(uri) || contentChanges.length === 0) return;
    this.#connection.notify('textDocument/didChange', {
      textDocument: { uri, version: document.version },
      contentChanges: contentChanges.map(({ range, text }) => ({ range: exports.asRange(range), text })),
    });
  }

  #didSave(document) {
    const uri = document.uri.toString();
    if (this.#open.has(uri)) this.#connection.notify('textDocument/didSave', { textDocument: { uri } });
  }

  #didClose(document) {
    const uri = document.uri.toString();
    if (this.#open.delete(uri)) this.#connection.notify('textDocument/didClose', { textDocument: { uri } });
  }
};
