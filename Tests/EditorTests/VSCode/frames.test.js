'use strict';
// Frames, however they come.

const assert = require('node:assert/strict');
const path = require('node:path');
const { test } = require('node:test');
const { client } = require('./window');
const { Decoder, encode } = require(path.join(client, 'lib/frames'));

const seed = Number(process.env.CATCHWORD_SEED ?? Date.now() % 2 ** 32);
const random = (() => {
  let state = seed >>> 0;
  return (count) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * count);
  };
})();

test(`messages come as they were sent, in whatever pieces (CATCHWORD_SEED=${seed})`, () => {
  for (let round = 0; round < 300; round += 1) {
    const messages = Array.from({ length: random(6) }, (_, index) => ({ id: index, text: 'ü🦩\r\n\r\n'.repeat(random(50)) }));
    const bytes = Buffer.concat(messages.map(encode));
    const decoder = new Decoder();
    const received = [];
    for (let start = 0; start < bytes.length;) {
      const end = Math.min(bytes.length, start + random(round % 3 === 0 ? 3 : 500));
      received.push(...decoder.add(bytes.subarray(start, end)));
      start = end;
    }
    assert.deepEqual(received, messages);
  }
});

test('other headers are allowed, in any order and case', () => {
  const decoder = new Decoder();
  const header = 'Content-Type: application/vscode-jsonrpc; charset=utf-8\r\ncontent-length: 2\r\n\r\n{}';
  assert.deepEqual(decoder.add(Buffer.from(header)), [{}]);
});

test('a message of 64 MB in small pieces takes no square of its time', () => {
  const bytes = encode({ text: 'x'.repeat(64 << 20) });
  const decoder = new Decoder();
  let count = 0;
  for (let start = 0; start < bytes.length; start += 4096) count += decoder.add(bytes.subarray(start, start + 4096)).length;
  assert.equal(count, 1);
});
