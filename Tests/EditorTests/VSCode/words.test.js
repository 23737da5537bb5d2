'use strict';
// Words that are never to be offered, and the manifest that names the commands for it.

const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { Position, Range } = require('./vscode');
const { client, open } = require('./window');

const manifest = JSON.parse(fs.readFileSync(path.join(client, 'package.json'), 'utf8'));

test('a word is banned and allowed by commands', async (t) => {
  const editor = await (await open(t, { text: 'heron heronry\n' })).running();
  editor.moveTo(new Position(0, 2));
  await editor.run('catchword.banWord');
  assert.match(editor.window.messages[0].message, /"heron" is not offered/);
  editor.moveTo(new Position(1, 0));
  await editor.type('her');
  assert.deepEqual(editor.labels, ['heronry']);
  editor.window.answers = ['heron'];
  await editor.run('catchword.allowWord');
  editor.window.answers = [];
  await editor.suggest(0);
  assert.deepEqual(editor.labels.sort(), ['heron', 'heronry']);
  await editor.run('catchword.allowWord');
  assert.equal(editor.window.messages.at(-1).message, 'No word is banned.');
});

test('the word at the cursor is one without the marks around it', async (t) => {
  const editor = await (await open(t, { text: '“heron…” bittern\n' })).running();
  editor.moveTo(new Position(0, 3));
  await editor.run('catchword.banWord');
  assert.match(editor.window.messages[0].message, /^"heron" is not offered/);
});

test('a ban can be undone at once', async (t) => {
  const editor = await (await open(t, { text: 'heron\n' })).running();
  editor.window.answers = ['heron', 'Undo'];
  await editor.run('catchword.banWord');
  await editor.type('her');
  assert.deepEqual(editor.labels, ['heron']);
});

test('a word is banned by what can be done at it', async (t) => {
  const editor = await (await open(t, { text: 'heron heronry\n' })).running();
  const [{ title, kind, command }] = await editor.actions(new Range(0, 2, 0, 2));
  assert.match(title, /Never offer .heron. again/);
  assert.equal(kind.value, 'catchword.ban');
  await editor.run(command.command, ...command.arguments);
  await editor.type('her');
  assert.deepEqual(editor.labels, ['heronry']);
});

test('commands say what is wrong', async (t) => {
  const editor = await (await open(t, { text: 'heron\n' })).running();
  await editor.run('catchword.stop');
  await editor.run('catchword.allowWord');
  assert.equal(editor.window.messages.at(-1).message, 'Catchword does not run.');
});

test('the commands of the palette are those of the manifest', async (t) => {
  const editor = await open(t, {});
  const declared = manifest.contributes.commands.map(({ command }) => command).sort();
  assert.deepEqual([...editor.window.commands.keys()].filter((name) => declared.includes(name)).sort(), declared);
});

test('the manifest is what VS Code asks of one', () => {
  for (const name of ['name', 'displayName', 'description', 'version', 'publisher', 'license', 'engines', 'main', 'contributes']) assert(manifest[name], name);
  assert.match(manifest.name, /^[a-z0-9-]+$/);
  assert.match(manifest.version, /^\d+\.\d+\.\d+$/);
  assert(fs.existsSync(path.join(client, manifest.main)));
  const { properties } = manifest.contributes.configuration;
  for (const [name, { scope, type }] of Object.entries(properties)) {
    assert(name.startsWith('catchword.') && type);
    assert.equal(scope, 'machine', 'a folder must not name programs, or folders to read');
  }
  assert.equal(manifest.dependencies, undefined);
});
