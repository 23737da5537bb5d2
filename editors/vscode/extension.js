'use strict';
// Where VS Code begins and ends.

const vscode = require('vscode');
const { registerCommands } = require('./lib/commands');
const { Documents } = require('./lib/documents');
const { Features } = require('./lib/features');
const { Server } = require('./lib/server');
const { Status } = require('./lib/status');

let server;

exports.activate = (context) => {
  const log = vscode.window.createOutputChannel('Catchword', { log: true });
  const status = new Status();
  const documents = new Documents();
  const features = new Features(log);
  server = new Server({ documents, features, log, status });
  context.subscriptions.push(log, status, documents, features, ...registerCommands(server, log));
  context.subscriptions.push(
    vscode.workspace.onDidChangeConfiguration((event) => {
      // Settings count from the start on: none of them is late for the first word, and none stays that was taken back.
      if (event.affectsConfiguration('catchword')) server.restart();
    }),
    vscode.workspace.onDidChangeWorkspaceFolders(() => server.tellFolders()),
  );
  server.start();
};

// VS Code waits for it, for a few seconds.
exports.deactivate = () => server?.stop();
