'use strict';
// A dialogue in JSON-RPC with a program over its standard input and output.

const { spawn } = require('node:child_process');
const { Decoder, encode } = require('./frames');

// A server that does not read is ended before what waits for it fills the memory.
const longestQueue = 64 << 20;
const methodNotFound = -32601;

/** The error that a server has answered with. */
class ResponseError extends Error {
  constructor({ code, message }) {
    super(String(message));
    this.code = code;
  }
}

exports.Connection = class Connection {
  #process;
  #decoder = new Decoder();
  #lastID = 0;
  #pending = new Map(); // From the id of a request to what settles it.
  #hasEnded = false;
  #handlers;

  /** Fulfilled when the program has ended. */
  ended;

  /**
   * Starts a program.
   *
   * @param command The program and its arguments.
   * @param handlers Of `request(method, params)`, whose result is sent, `notification(method, params)`, `note(line)` for
   *   what the program writes to its standard error, and `end(reason)`, which is called once.
   */
  constructor([program, ...args], options, handlers) {
    this.#handlers = handlers;
    this.#process = spawn(program, args, { ...options, stdio: 'pipe', windowsHide: true });
    const end = (reason) => this.#end(reason);
    this.ended = new Promise((resolve) => {
      this.#process.on('exit', resolve);
      this.#process.on('error', resolve);
    });
    this.#process.on('error', (error) => end(error.message));
    this.#process.on('exit', (code, signal) => end(signal ? `ended by ${signal}` : `ended with ${code}`));
    this.#process.stdin.on('error', () => {}); // The end of the program tells the same.
    this.#process.stdout.on('data', (piece) => this.#receive(piece));
    this.#process.stderr.setEncoding('utf8');
    this.#process.stderr.on('data', (text) => text.split('\n').filter(Boolean).forEach((line) => handlers.note(line)));
  }

  /**
   * Sends a request.
   *
   * @param token Cancels it: the result is undefined then.
   * @returns A promise of the result; rejected with what the server has answered, or when the program ends.
   */
  request(method, params, token) {
    if (this.#hasEnded) return Promise.reject(new Error('the server does not run'));
    if (token?.isCancellationRequested) return Promise.resolve(undefined);
    const id = ++this.#lastID;
    return new Promise((resolve, reject) => {
      const listener = token?.onCancellationRequested(() => {
        if (!this.#pending.delete(id)) return;
        listener?.dispose();
        this.notify('$/cancelRequest', { id });
        resolve(undefined);
      });
      this.#pending.set(id, ({ error, result }) => {
        listener?.dispose();
        if (error) reject(error);
        else resolve(result);
      });
      this.#send({ id, method, params });
    });
  }

  notify(method, params) {
    this.#send({ method, params });
  }

  /** Ends the program, if it has not ended by itself. */
  kill() {
    this.#process.kill('SIGKILL');
  }

  #send(message) {
    if (this.#hasEnded) return;
    this.#process.stdin.write(encode({ jsonrpc: '2.0', ...message }));
    if (this.#process.stdin.writableLength > longestQueue) this.#fail('it does not read what it is sent');
  }

  #receive(piece) {
    if (this.#hasEnded) return;
    let messages;
    try {
      messages = this.#decoder.add(piece);
    } catch (error) {
      this.#fail(`what it writes is not understood: ${error.message}`);
      return;
    }
    for (const message of messages) this.#handle(message);
  }

  #handle(message) {
    const { id, method, params, error, result } = message ?? {};
    if (method === undefined) {
      const settle = this.#pending.get(id);
      this.#pending.delete(id);
      settle?.(error ? { error: new ResponseError(error) } : { result });
    } else if (id === undefined) {
      this.#attempt(() => this.#handlers.notification(method, params));
    } else {
      this.#answer(id, method, params);
    }
  }

  async #answer(id, method, params) {
    try {
      const result = await this.#handlers.request(method, params);
      this.#send({ id, result: result ?? null });
    } catch (error) {
      this.#send({ id, error: { code: error.code ?? methodNotFound, message: error.message } });
    }
  }

  #attempt(work) {
    try {
      work();
    } catch (error) {
      this.#handlers.note(error.stack ?? String(error));
    }
  }

  #fail(reason) {
    this.kill();
    this.#end(reason);
  }

  #end(reason) {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const settle of pending) settle({ error: new Error(`the server ${reason}`) });
    this.#handlers.end(reason);
  }
};
