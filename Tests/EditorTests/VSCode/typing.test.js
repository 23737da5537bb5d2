'use strict';
// What a user who types sees.

const assert = require('node:assert/strict');
const { test } = require('node:test');
const { Position, Range, Uri } = require('./vscode');
const { open, token, until } = require('./window');

test('shows words while they are typed, and takes one', async (t) => {
  const editor = await (await open(t, { text: 'needlework needlepoint\n' })).running();
  await editor.type('need');
  assert.deepEqual(editor.labels.sort(), ['needlepoint', 'needlework']);
  editor.accept('needlepoint');
  assert.equal(editor.document.text, 'needlework needlepoint\nneedlepoint');
});

test('asks once in a word whose list is whole', async (t) => {
  const editor = await (await open(t, { text: 'heronry\n', settings: { sources: ['words'] } })).running();
  await editor.type('heronr');
  assert.deepEqual(editor.labels, ['heronry']);
  assert.equal(editor.questions[0], 0);
  assert(editor.questions.slice(1).every((kind) => kind === 2));
});

test('counts columns as VS Code does, and follows edits at several places, in several kinds of lines', async (t) => {
  const editor = await (await open(t, { text: '🦩 flamingo\r\n𝒜 flame 𝒜\r\n' })).running();
  editor.edit([new Range(0, 3, 0, 11), 'flamenco'], [new Range(1, 3, 1, 8), 'flambé'], [new Range(2, 0, 2, 0), '🦩']);
  editor.moveTo(new Position(2, 2));
  await editor.type('flam');
  assert.deepEqual(editor.labels.sort(), ['flambé', 'flamenco']);
  editor.accept('flambé');
  assert.equal(editor.document.text, '🦩 flamenco\r\n𝒜 flambé 𝒜\r\n🦩flambé');
});

test('replaces what stands behind the cursor where the user wants that', async (t) => {
  const editor = await (await open(t, { text: 'needlework\nneexyz' })).running();
  editor.moveTo(new Position(1, 3));
  const { items: [item] } = await editor.suggest(0);
  assert.equal(item.range.inserting.end.character, 3);
  assert.equal(item.range.replacing.end.character, 6);
});

test('forgets what is closed, and what has another language is another document', async (t) => {
  const editor = await (await open(t, { text: 'heronry\n' })).running();
  const { document } = editor;
  editor.close();
  editor.show('wren heron\n', 'markdown', document.uri);
  await editor.type('her');
  assert.deepEqual(editor.labels, ['heron']);
});

test('leaves documents alone in which nobody writes', async (t) => {
  const editor = await (await open(t, { text: 'heronry\n' })).running();
  editor.show('heronshaw', 'log', new Uri('output:server'));
  editor.show('', 'plaintext', new Uri('untitled:new'));
  await editor.type('hero');
  assert.deepEqual(editor.labels, ['heronry']);
});

test('a question that is taken back has no answer, and those behind it have one', async (t) => {
  const editor = await (await open(t, { text: 'heronry\nher' })).running();
  const cancellation = token();
  const first = editor.suggest(0, cancellation);
  cancellation.cancel();
  assert.equal(await first, undefined);
  assert.equal(await editor.suggest(0, cancellation), undefined);
  await editor.suggest(0);
  assert.deepEqual(editor.labels, ['heronry']);
});

test('shows ghost text, for what is selected in the menu, too', async (t) => {
  const line = 'the quick brown fox jumps over the lazy dog';
  const editor = await (await open(t, { text: `${`${line}\n`.repeat(4)}the quick brown ` })).running();
  await until('ghost text', () => editor.window.inline.size > 0);
  assert.deepEqual(await until('a text', async () => {
    const texts = await editor.ghost(1);
    return texts.length > 0 && texts;
  }), ['fox jumps over the lazy dog']);
  await editor.type('f');
  const range = new Range(4, 16, 4, 17);
  assert.deepEqual(await editor.ghost(1, { range, text: 'fox' }), ['ox jumps over the lazy dog']);
  // By hand, more lines than one.
  assert.match((await editor.ghost(0))[0], /^ox jumps over the lazy dog\nthe quick brown fox/);
});

test('ghost text goes and comes with its setting', async (t) => {
  const editor = await (await open(t, { text: 'heron\n', settings: { ghostText: { enabled: false } } })).running();
  await editor.suggest(0);
  assert.equal(editor.window.inline.size, 0);
  editor.window.settings['catchword.settings'] = {};
  editor.window.configured.fire({ affectsConfiguration: (name) => name === 'catchword' });
  await until('ghost text', () => editor.window.inline.size === 1);
  editor.window.settings['catchword.settings'] = { ghostText: { enabled: false } };
  editor.window.configured.fire({ affectsConfiguration: (name) => name === 'catchword' });
  await until('no ghost text', () => editor.window.inline.size === 0);
});

test('puts snippets in as snippets, and says what they are', async (t) => {
  const snippets = '{"each": {"prefix": "foreach", "body": ["for (${1:item}) {", "\\t$0", "}"], "description": "A loop"}}';
  const editor = await open(t, { languageId: 'javascript', files: { 'snippets/javascript.json': snippets }, settings: { snippets: { files: ['~/snippets'] } } });
  await editor.running();
  await editor.type('forea');
  assert.deepEqual(editor.labels, ['foreach']);
  const item = await editor.resolve('foreach');
  assert.equal(item.insertText.value, 'for (${1:item}) {\n\t${0}\n\\}');
  assert.match(item.documentation?.value ?? item.documentation ?? '', /for \(/);
});

test('leaves the snippets of the open folder to VS Code, unless it is told to offer them', async (t) => {
  const files = { '.vscode/a.code-snippets': '{"each": {"prefix": "foreach", "body": "for"}}' };
  const editor = await (await open(t, { files, folders: ['.'] })).running();
  await editor.type('forea');
  assert.deepEqual(editor.labels, []);
  editor.window.settings['catchword.settings'] = { snippets: { readsWorkspace: true } };
  editor.window.configured.fire({ affectsConfiguration: (name) => name === 'catchword' });
  await editor.restarted();
  await editor.suggest(0);
  assert.deepEqual(editor.labels, ['foreach']);
});

test('reads the folders that are open, and those that are opened later', async (t) => {
  const files = { 'one/a.txt': 'heronry', 'two/b.txt': 'heronshaw' };
  const editor = await (await open(t, { files, folders: ['one'] })).running();
  await editor.type('her');
  await until('a word of the folder', async () => {
    await editor.suggest(2);
    return editor.labels.includes('heronry');
  });
  assert(!editor.labels.includes('heronshaw'));
  editor.openFolder('two');
  await until('a word of the other', async () => {
    await editor.suggest(2);
    return editor.labels.includes('heronshaw');
  });
});

test('a folder that is opened while the server starts is known, too', async (t) => {
  const editor = await open(t, { files: { 'one/a.txt': 'heronry' } });
  editor.openFolder('one');
  await editor.running();
  await editor.type('her');
  await until('a word of the folder', async () => {
    await editor.suggest(2);
    return editor.labels.includes('heronry');
  });
});
