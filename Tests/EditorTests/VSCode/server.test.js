'use strict';
// The life of the server, whatever program is named.

const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { client, open, program, until } = require('./window');

// A shell that says who it is, and becomes the server.
const noted = (home) => ['/bin/sh', '-c', `echo $$ >> '${home}/ids'; exec "$0" "$@"`, program];
const ids = (editor) => fs.readFileSync(path.join(editor.home, 'ids'), 'utf8').split('\n').filter(Boolean).map(Number);
const isAlive = (id) => {
  try {
    return process.kill(id, 0);
  } catch {
    return false;
  }
};

test('starts a server again that ends, and tells it about the documents', async (t) => {
  const editor = await (await open(t, { text: 'heronry\n', command: noted })).running();
  process.kill(ids(editor)[0], 'SIGKILL');
  await until('the end', () => editor.window.completions.size === 0);
  await editor.running();
  await editor.type('her');
  assert.deepEqual(editor.labels, ['heronry']);
  assert.equal(ids(editor).length, 2);
});

test('a question that is asked when the server ends is answered', async (t) => {
  const editor = await (await open(t, { text: 'heronry\nher', command: noted })).running();
  process.kill(ids(editor)[0], 'SIGSTOP');
  const answer = editor.suggest(0);
  process.kill(ids(editor)[0], 'SIGKILL');
  assert.equal(await answer, undefined);
});

test('leaves no server behind, and stops and starts by commands', async (t) => {
  const editor = await (await open(t, { text: 'heronry\n', command: noted })).running();
  await editor.run('catchword.stop');
  assert.equal(editor.window.completions.size, 0);
  assert.equal(editor.window.status.detail, 'stopped');
  await editor.run('catchword.restart');
  await editor.running();
  assert.match(editor.window.status.detail, /^running \d+\.\d+/);
  await editor.end();
  await until('the end of both', () => !ids(editor).some(isAlive));
});

test('a server that does not end by itself is killed', async (t) => {
  const command = (home) => ['/bin/sh', '-c', `echo $$ >> '${home}/ids'; exec sleep 1000`];
  const editor = await open(t, { command });
  await until('the server', () => fs.existsSync(path.join(editor.home, 'ids')) && ids(editor).length === 1);
  await editor.end();
  await until('its end', () => !ids(editor).some(isAlive));
});

test('says that there is no program, and where to say where it is', async (t) => {
  const editor = await open(t, { command: () => ['no-such-program'] });
  const [{ severity, message }] = await until('a message', () => editor.window.messages.length > 0 && editor.window.messages);
  assert.equal(severity, 'error');
  assert.match(message, /no program "no-such-program".*catchword\.command/);
  assert.equal(editor.window.messages.length, 1);
});

test('gives up a program that ends each time, and tries again when it is told to', async (t) => {
  const command = (home) => ['/bin/sh', '-c', `echo $$ >> '${home}/ids'; exit 3`];
  const editor = await open(t, { command });
  const [{ message }] = await until('a message', () => editor.window.messages.length > 0 && editor.window.messages);
  assert.match(message, /ended 5 times, last: ended with 3/);
  assert.equal(ids(editor).length, 5);
  editor.window.settings['catchword.command'] = [program];
  editor.window.configured.fire({ affectsConfiguration: (name) => name === 'catchword' });
  await editor.running();
});

for (const [what, text] of [
  ['no frames', 'hello\\n\\nhello\\r\\n\\r\\n'], ['no end of a header', 'x%.0s" $(seq 9000) "'], ['too much', 'Content-Length: 9999999999\\r\\n\\r\\n'],
  ['no JSON', 'Content-Length: 3\\r\\n\\r\\n{{{'], ['null', 'Content-Length: 4\\r\\n\\r\\nnull'],
]) {
  test(`survives a program that writes ${what}`, async (t) => {
    const editor = await open(t, { command: (home) => ['/bin/sh', '-c', `echo $$ >> '${home}/ids'; printf "${text}"; exit 1`] });
    await until('a message', () => editor.window.messages.some(({ message }) => /ended 5 times/.test(message)));
  });
}

test('finds programs in folders of the PATH, but in none that depends on where one is', async (t) => {
  const editor = await (await open(t, {})).running();
  const { resolved } = require(path.join(client, 'lib/settings'));
  const bin = path.join(editor.home, '.local/bin');
  fs.mkdirSync(bin, { recursive: true });
  fs.writeFileSync(path.join(bin, 'some-server'), '', { mode: 0o755 });
  assert.deepEqual(resolved(['some-server', '-x']), [path.join(bin, 'some-server'), '-x']);
  assert.deepEqual(resolved(['~/some-server']), [path.join(editor.home, 'some-server')]);
  assert.deepEqual(resolved('nonsense'), resolved(['catchword']));
  const { PATH } = process.env;
  t.after(() => { process.env.PATH = PATH; });
  process.env.PATH = `.:${PATH}`;
  process.chdir(bin);
  fs.rmSync(path.join(bin, 'some-server'));
  fs.writeFileSync(path.join(bin, 'other-server'), '', { mode: 0o644 });
  assert.deepEqual(resolved(['other-server']), ['other-server']);
  process.chdir('/');
});

test('says what is wrong with settings, and follows them', async (t) => {
  const editor = await (await open(t, { text: 'heron heronry\n', settings: { nonsense: 1 } })).running();
  await until('a word about it', () => [...editor.window.messages.map(({ message }) => message), ...editor.window.log].some((line) => line.includes('nonsense')));
  editor.window.settings['catchword.settings'] = { limit: 1 };
  editor.window.configured.fire({ affectsConfiguration: (name) => name === 'catchword' });
  await editor.restarted();
  await editor.type('her');
  assert.equal(editor.labels.length, 1);
});

test('the last command counts, however many come at once', async (t) => {
  const editor = await (await open(t, { text: 'heronry\n', command: noted })).running();
  const fire = () => editor.window.configured.fire({ affectsConfiguration: (name) => name === 'catchword' });
  fire();
  fire();
  await Promise.all([editor.run('catchword.restart'), editor.run('catchword.restart')]);
  await editor.running();
  assert.equal(ids(editor).filter(isAlive).length, 1);
  await Promise.all([editor.run('catchword.restart'), editor.run('catchword.stop')]);
  assert(!ids(editor).some(isAlive));
  fire();
  await editor.end();
  assert(!ids(editor).some(isAlive));
});
