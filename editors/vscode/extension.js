'use strict';
// Where VS Code begins and ends.

const vscode = require('vscode');
const { registerCommands } = require('./lib/commands');
const { Documents } = require('./lib/documents');
const { Features } = require('./lib/features');
const { Server } = require('./lib/server');
const { Status } = require('./lib/status');

let server;
let log;
let status;

exports.activate = (context) => {
  log = vscode.window.createOutputChannel('Catchword', { log: true });
  status = new Status();
  const documents = new Documents();
  const features = new Features(log);
  server = new Server({ documents, features, log, status });
  context.subscriptions.push(documents, features, ...registerCommands(server, log));
  context.subscriptions.push(
    vscode.workspace.onDidChangeConfiguration((event) => {
      // Settings count from the start on: none of them is late for the first word, and none stays that was taken back.
      if (event.affectsConfiguration('catchword')) server.restart();
    }),
    vscode.workspace.onDidChangeWorkspaceFolders(() => server.tellFolders()),
  );
  server.start();
};

// VS Code disposes of the subscriptions at once, and gives this a few seconds: the log and the status are there until the server
// has said its last.
exports.deactivate = async () => {
  await server?.stop();
  status?.dispose();
  log?.dispose();
};
