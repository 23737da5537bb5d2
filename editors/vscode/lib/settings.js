'use strict';
// What VS Code's settings say, and where programs are.

const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const vscode = require('vscode');

/** Returns the settings of the server; the server says what is wrong with them. */
exports.settings = () => {
  const settings = vscode.workspace.getConfiguration('catchword').get('settings') ?? {};
  const { snippets = {} } = settings;
  // VS Code offers the snippets of open folders itself.
  return isObject(settings) && isObject(snippets) ? { ...settings, snippets: { readsWorkspace: false, ...snippets } } : settings;
};

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

// A VS Code that was started from a desktop does not have the PATH of a shell.
const usual = ['~/.local/bin', '/usr/local/bin', '/opt/homebrew/bin', '/home/linuxbrew/.linuxbrew/bin'];

const expanded = (name) => (name.startsWith('~/') ? path.join(os.homedir(), name.slice(2)) : name);

const isProgram = (file) => {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
};

/**
 * Returns a command with the path of its program, or with its name where that is not found.
 *
 * Folders that are not absolute are left out: what is found would depend on the folder that is open.
 */
exports.resolved = (command) => {
  const words = Array.isArray(command) ? command.filter((word) => typeof word === 'string') : [];
  const [name = 'catchword', ...args] = words;
  if (name.includes('/') || name.includes(path.sep)) return [expanded(name), ...args];
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), ...usual.map(expanded)].filter(path.isAbsolute);
  const found = folders.map((folder) => path.join(folder, name)).find(isProgram);
  return [found ?? name, ...args];
};
