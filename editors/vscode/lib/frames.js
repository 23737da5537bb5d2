'use strict';
// The frames of the base protocol: headers, an empty line, and so many bytes.

const { Buffer } = require('node:buffer');

const end = Buffer.from('\r\n\r\n');
// A header is some 30 bytes; whoever writes more than this speaks something else.
const longestHeader = 4096;
const longestBody = 256 << 20;

/** Returns a message with its header. */
exports.encode = (message) => {
  const body = Buffer.from(JSON.stringify(message));
  return Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]);
};

/** Cuts what a server writes into messages, in linear time however it comes. */
exports.Decoder = class Decoder {
  #pieces = [];
  #count = 0;
  #wanted; // The length of the body whose header has been read.

  /** Returns the messages that are whole by now; throws when what has come is no frame. */
  add(piece) {
    this.#pieces.push(piece);
    this.#count += piece.length;
    const messages = [];
    for (;;) {
      if (this.#wanted === undefined && !this.#readHeader()) return messages;
      if (this.#count < this.#wanted) return messages;
      messages.push(JSON.parse(this.#take(this.#wanted).toString('utf8')));
      this.#wanted = undefined;
    }
  }

  #readHeader() {
    if (this.#count === 0) return false;
    const bytes = this.#joined();
    const length = bytes.indexOf(end);
    if ((length < 0 ? bytes.length : length) > longestHeader) throw new Error('a header is too long');
    if (length < 0) return false;
    const header = this.#take(length + end.length).toString('latin1');
    const match = /^Content-Length: *(\d{1,10}) *\r$/im.exec(header);
    if (!match) throw new Error('a header names no length');
    this.#wanted = Number(match[1]);
    if (this.#wanted > longestBody) throw new Error(`a message of ${this.#wanted} bytes is announced`);
    return true;
  }

  #joined() {
    if (this.#pieces.length > 1) this.#pieces = [Buffer.concat(this.#pieces)];
    return this.#pieces[0];
  }

  #take(count) {
    const bytes = count === 0 ? Buffer.alloc(0) : this.#joined();
    const rest = bytes.subarray(count);
    if (count > 0) this.#pieces = rest.length > 0 ? [rest] : [];
    this.#count -= count;
    return bytes.subarray(0, count);
  }
};
