'use strict';
// A server that answers as it is told: to each method what the object in its argument has for it; with an error, where that has one.

const { Decoder, encode } = require(`${process.env.CATCHWORD_VSCODE ?? `${__dirname}/../../../editors/vscode`}/lib/frames`);

const answers = JSON.parse(process.argv[2]);
const decoder = new Decoder();
process.stdin.on('data', (piece) => {
  for (const { id, method } of decoder.add(piece)) {
    if (method === 'exit') process.exit(0);
    const result = answers[method] ?? null;
    if (id !== undefined) process.stdout.write(encode({ jsonrpc: '2.0', id, ...(result?.error ? { error: result.error } : { result }) }));
  }
});
// What it says last comes when nobody may listen any more.
process.on('exit', () => process.stderr.write('over\n'));
