'use strict';
// The commands of the palette.

const vscode = require('vscode');

/** Registers the commands, and returns what takes them back. */
exports.registerCommands = (server, log) => {
  const ask = (command, ...args) => server.request('workspace/executeCommand', { command, arguments: args });

  const banWord = async () => {
    const word = (await vscode.window.showInputBox({ prompt: 'Never offer this word again', value: wordAtCursor() }))?.trim();
    if (!word) return;
    await ask('catchword.ban', { word });
    const choice = await vscode.window.showInformationMessage(`"${word}" is not offered any more.`, 'Undo');
    if (choice === 'Undo') await ask('catchword.unban', { word });
  };

  const allowWord = async () => {
    const bans = (await ask('catchword.bans')) ?? [];
    if (bans.length === 0) {
      vscode.window.showInformationMessage('No word is banned.');
      return;
    }
    const picks = bans.map(({ word, language }) => ({ label: word, description: language, ban: { word, language } }));
    const pick = await vscode.window.showQuickPick(picks, { placeHolder: 'The word to offer again' });
    if (pick) await ask('catchword.unban', pick.ban);
  };

  const commands = {
    restart: () => server.restart(),
    stop: () => server.stop(),
    showLog: () => log.show(),
    banWord,
    allowWord,
  };
  return Object.entries(commands).map(([name, work]) =>
    vscode.commands.registerCommand(`catchword.${name}`, async () => {
      try {
        await work();
      } catch (error) {
        vscode.window.showErrorMessage(error.message);
      }
    }));
};

// What a language takes for a word may have quotation marks and dashes in it.
const word = /[\p{L}\p{M}\p{N}_'’]+/u;

const wordAtCursor = () => {
  const editor = vscode.window.activeTextEditor;
  if (!editor) return '';
  const { document, selection } = editor;
  const range = selection.isEmpty ? document.getWordRangeAtPosition(selection.active, word) : selection;
  return range?.isSingleLine ? document.getText(range) : '';
};
