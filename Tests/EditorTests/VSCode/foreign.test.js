'use strict';
// Servers that are not ours, as behind "catchword proxy": what they send is VS Code's to see, and none of it is in the way.

const assert = require('node:assert/strict');
const path = require('node:path');
const { test } = require('node:test');
const { Range } = require('./vscode');
const { open, until } = require('./window');

const answering = (answers) => () => [process.execPath, path.join(__dirname, 'scripted.js'), JSON.stringify(answers)];
const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 2 } };
const capabilities = { completionProvider: {}, codeActionProvider: true, executeCommandProvider: { commands: ['a.fix', 'catchword.restart', 'b.fix'] } };

test('a server that refuses and goes on running is told as one that ends', async (t) => {
  const editor = await open(t, { command: answering({ initialize: { error: { code: -32603, message: 'no licence' } } }) });
  await until('a message', () => editor.window.messages.some(({ message }) => /ended 5 times/.test(message)));
  assert(editor.window.log.some((line) => /no licence/.test(line)));
});

test('an item brings its import', async (t) => {
  const edit = { range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } }, newText: 'import heron\n' };
  const items = [{ label: 'heron', textEdit: { range, newText: 'heron' }, additionalTextEdits: [edit] }];
  const editor = await (await open(t, { command: answering({ initialize: { capabilities }, 'textDocument/completion': items }) })).running();
  await editor.type('he');
  const [{ newText, range: place }] = editor.menu.items[0].additionalTextEdits;
  assert.equal(newText, 'import heron\n');
  assert(place.start.line === 0 && place.start.character === 0);
});

test('a command that another extension has is left to it', async (t) => {
  const editor = await (await open(t, { command: answering({ initialize: { capabilities } }) })).running();
  await until('the status', () => editor.window.status.text === 'Catchword' || /running/.test(editor.window.status.detail));
  assert(editor.window.commands.has('a.fix') && editor.window.commands.has('b.fix'));
  assert(editor.window.log.some((line) => /catchword\.restart/.test(line)));
});

test('of actions, those that do something here are offered', async (t) => {
  const actions = [{ title: 'edits alone', edit: { changes: {} } }, { title: 'bare', command: 'a.fix' }, { title: 'whole', command: { title: 'Fix', command: 'a.fix' } }];
  const editor = await (await open(t, { text: 'x', command: answering({ initialize: { capabilities }, 'textDocument/codeAction': actions }) })).running();
  assert.deepEqual((await editor.actions(new Range(0, 0, 0, 0))).map(({ title }) => title), ['whole']);
});

for (const program of ['/etc/passwd/x', 'a\0b', '']) {
  test(`a program that cannot be named is said, and nothing else happens: ${JSON.stringify(program)}`, async (t) => {
    const editor = await open(t, { command: () => [program] });
    const [{ severity }] = await until('a message', () => editor.window.messages.length > 0 && editor.window.messages);
    assert.equal(severity, 'error');
    await editor.run('catchword.restart');
    await until('another', () => editor.window.messages.length > 1);
  });
}
