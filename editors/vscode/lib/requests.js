'use strict';
// What the server asks and says by itself.

const vscode = require('vscode');

/** Answers a request of the server; throws for what nobody has said that this client can do. */
exports.answer = async (method, params, { features }) => {
  switch (method) {
    case 'workspace/workspaceFolders':
      return (vscode.workspace.workspaceFolders ?? []).map(({ uri, name }) => ({ uri: uri.toString(), name }));
    case 'client/registerCapability':
      (params?.registrations ?? []).forEach((registration) => features.register(registration));
      return null;
    case 'client/unregisterCapability':
      // The protocol's own spelling.
      (params?.unregisterations ?? []).forEach((registration) => features.unregister(registration));
      return null;
    case 'window/workDoneProgress/create':
      return null;
    case 'window/showMessageRequest':
      return show(params);
    default:
      throw new Error(`"${method}" is not known here.`);
  }
};

/** Handles a notification of the server; those that are not known are for others. */
exports.handle = (method, params, { log, status }) => {
  switch (method) {
    case 'window/logMessage':
      write(log, params);
      break;
    case 'window/showMessage':
      show(params);
      break;
    case '$/progress':
      status.progress(params?.token, params?.value ?? {});
      break;
    default:
      break;
  }
};

const show = async ({ type, message, actions = [] }) => {
  const { window } = vscode;
  const display = { 1: window.showErrorMessage, 2: window.showWarningMessage }[type] ?? window.showInformationMessage;
  return display(message, ...actions);
};

const write = (log, { type, message }) => {
  const level = { 1: 'error', 2: 'warn', 3: 'info' }[type] ?? 'debug';
  log[level](message);
};
