'use strict';
// What VS Code does around an extension: documents that are typed in, a menu that is asked for once a word, filtered and
// sorted by itself, and asked for again only when it is incomplete.

const assert = require('node:assert/strict');
const fs = require('node:fs');
const Module = require('node:module');
const os = require('node:os');
const path = require('node:path');
const { checkInline, checkList, makeWindow, Position, Range, Selection, SnippetString, Uri } = require('./vscode');

const client = process.env.CATCHWORD_VSCODE ?? path.join(__dirname, '../../../editors/vscode');
const program = process.env.CATCHWORD_PROGRAM;
assert(program, 'CATCHWORD_PROGRAM is the path of the server');

// What an extension gets by the name "vscode".
let api;
const load = Module._load;
Module._load = (name, ...rest) => (name === 'vscode' ? api : load(name, ...rest));

const patience = 20_000;

/** Waits until something is so; what it is is told when it takes too long. */
const until = async (what, condition) => {
  const begin = Date.now();
  for (;;) {
    const value = await condition();
    if (value) return value;
    if (Date.now() - begin > patience) throw new Error(`not in ${patience} ms: ${what}`);
    await new Promise((resolve) => { setTimeout(resolve, 5); });
  }
};

class TextDocument {
  constructor(uri, languageId, text) {
    Object.assign(this, { uri, languageId, text, version: 1 });
  }

  get lines() {
    return this.text.split(/\r\n|\r|\n/);
  }

  offset({ line, character }) {
    const lines = this.text.split(/(?<=\r\n|\r(?!\n)|\n)/);
    return lines.slice(0, line).join('').length + character;
  }

  getText(range) {
    return range ? this.text.slice(this.offset(range.start), this.offset(range.end)) : this.text;
  }

  getWordRangeAtPosition({ line, character }, pattern = /[^`~!@#$%^&*()=+[{\]}\\|;:'",.<>/?\s-]+/u) {
    for (const { 0: word, index } of this.lines[line].matchAll(new RegExp(pattern.source, `${pattern.flags.replace('g', '')}g`))) {
      if (index <= character && character <= index + word.length) return new Range(line, index, line, index + word.length);
    }
    return undefined;
  }
}

const token = () => {
  const listeners = new Set();
  const self = {
    isCancellationRequested: false,
    onCancellationRequested: (listener) => {
      listeners.add(listener);
      return { dispose: () => listeners.delete(listener) };
    },
    cancel: () => {
      self.isCancellationRequested = true;
      listeners.forEach((listener) => listener());
    },
  };
  return self;
};

/** A window with one editor, in which the extension is active; it ends with the test. */
exports.open = async (test, { text = '', languageId = 'plaintext', settings = {}, files = {}, folders = [], command } = {}) => {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'vscode-'));
  for (const [name, contents] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(home, name)), { recursive: true });
    fs.writeFileSync(path.join(home, name), contents);
  }
  const old = { ...process.env };
  for (const kind of ['CONFIG', 'CACHE', 'STATE', 'DATA']) process.env[`XDG_${kind}_HOME`] = path.join(home, `.${kind}`);
  Object.assign(process.env, { HOME: home, TMPDIR: home });
  const asFolder = (name) => ({ uri: Uri.file(path.join(home, name)), name });
  const window = makeWindow({ folders: folders.map(asFolder), settings: { 'catchword.command': command?.(home) ?? [program], 'catchword.settings': settings } });
  api = window.api;
  const names = Object.keys(require.cache).filter((name) => name.startsWith(client));
  names.forEach((name) => delete require.cache[name]);
  const extension = require(client);
  const context = { subscriptions: [] };
  const editor = new Editor(window, home);
  editor.show(text, languageId);
  extension.activate(context);
  editor.end = async () => {
    editor.end = async () => {};
    // VS Code does not wait before it disposes of the rest.
    const isOver = extension.deactivate();
    context.subscriptions.forEach((subscription) => subscription.dispose());
    await isOver;
    assert.deepEqual(window.misuses, []);
    assert.equal(window.completions.size + window.inline.size + window.actions.size + window.commands.size, 0);
  };
  test.after(async () => {
    await editor.end();
    for (const name of Object.keys(process.env)) if (!(name in old)) delete process.env[name];
    Object.assign(process.env, old);
    fs.rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  });
  return editor;
};

class Editor {
  constructor(window, home) {
    Object.assign(this, { window, home, questions: [], menu: undefined });
  }

  async running() {
    await until('a server that runs', () => this.window.completions.size > 0);
    return this;
  }

  async restarted() {
    await until('the end of the server', () => this.window.completions.size === 0);
    return this.running();
  }

  /** Shows another document. */
  show(text, languageId, uri = Uri.file(path.join(this.home, 'a (1) ü.txt'))) {
    this.document = new TextDocument(uri, languageId, text);
    this.window.documents = [...this.window.documents, this.document];
    this.window.opened.fire(this.document);
    const { lines } = this.document;
    this.moveTo(new Position(lines.length - 1, lines.at(-1).length));
  }

  openFolder(name) {
    const folder = { uri: Uri.file(path.join(this.home, name)), name };
    this.window.folders = [...this.window.folders, folder];
    this.window.moved.fire({ added: [folder], removed: [] });
  }

  close() {
    this.window.documents = this.window.documents.filter((document) => document !== this.document);
    this.window.closed.fire(this.document);
  }

  moveTo(position) {
    this.position = position;
    this.window.editor = { document: this.document, selection: new Selection(position, position) };
  }

  /** Makes changes at once, from the last to the first, as VS Code tells of them. */
  edit(...changes) {
    const sorted = changes.map(([range, text]) => ({ range, text })).sort((a, b) => b.range.start.compareTo(a.range.start));
    const contentChanges = sorted.map(({ range, text }) => {
      const [start, end] = [this.document.offset(range.start), this.document.offset(range.end)];
      this.document.text = this.document.text.slice(0, start) + text + this.document.text.slice(end);
      return { range, text, rangeOffset: start, rangeLength: end - start };
    });
    this.document.version += 1;
    this.window.changed.fire({ document: this.document, contentChanges, reason: undefined });
  }

  /** Types letters, and does after each what VS Code does. */
  async type(text) {
    for (const character of text) {
      this.edit([new Range(this.position, this.position), character]);
      this.moveTo(new Position(this.position.line, this.position.character + character.length));
      if (!/[\p{L}\p{N}_]/u.test(character)) this.menu = undefined;
      else if (!this.menu) await this.suggest(0);
      else if (this.menu.isIncomplete) await this.suggest(2);
    }
  }

  /** Asks for a menu. @param kind How VS Code counts: 0 for by hand or a letter, 1 for a character, 2 for an incomplete list. */
  async suggest(kind, cancellation = token()) {
    const [{ provider }] = this.window.completions;
    const position = this.position;
    this.questions.push(kind);
    const list = await provider.provideCompletionItems(this.document, position, cancellation, { triggerKind: kind, triggerCharacter: undefined });
    checkList(list, position);
    this.menu = list && list.items.length > 0 ? list : undefined;
    return list;
  }

  /** The labels in the menu: what matches, best first. */
  get labels() {
    return this.#matching.map(({ label }) => label.label ?? label);
  }

  get #matching() {
    const score = (item) => {
      const start = (item.range.inserting ?? item.range).start;
      const typed = this.document.getText(new Range(start, this.position)).toLowerCase();
      const text = (item.filterText ?? item.label.label ?? item.label).toLowerCase();
      if (text.startsWith(typed)) return 2;
      if (text[0] !== typed[0]) return 0;
      let from = 0;
      return [...typed].every((letter) => (from = text.indexOf(letter, from) + 1) > 0) ? 1 : 0;
    };
    return (this.menu?.items ?? []).map((item) => ({ item, score: score(item) })).filter((entry) => entry.score > 0)
      .sort((a, b) => b.score - a.score || (a.item.sortText < b.item.sortText ? -1 : 1)).map(({ item }) => item);
  }

  async resolve(label) {
    const [{ provider }] = this.window.completions;
    const item = this.#matching.find((item) => (item.label.label ?? item.label) === label);
    return provider.resolveCompletionItem(item, token());
  }

  /** Takes an item of the menu; of a snippet, what it is without its places. */
  accept(label) {
    const item = this.#matching.find((item) => (item.label.label ?? item.label) === label);
    const { start } = item.range.inserting ?? item.range;
    const text = item.insertText instanceof SnippetString ? item.insertText.value.replace(/\$\{?\d+(:([^}]*)\})?/g, '$2') : item.insertText;
    this.edit([new Range(start, this.position), text]);
    this.moveTo(new Position(start.line, start.character + text.length));
    this.menu = undefined;
  }

  /** Asks for ghost text. @param kind How VS Code counts: 0 by hand, 1 while typing. */
  async ghost(kind, selectedCompletionInfo) {
    const [{ provider }] = this.window.inline;
    const items = await provider.provideInlineCompletionItems(this.document, this.position, { triggerKind: kind, selectedCompletionInfo }, token());
    checkInline(items, this.position);
    return items.map(({ insertText, range }) => insertText.slice(this.document.getText(new Range(range.start, this.position)).length));
  }

  async actions(range) {
    const [{ provider }] = this.window.actions;
    const actions = await provider.provideCodeActions(this.document, range, { only: undefined, triggerKind: 1, diagnostics: [] }, token());
    for (const { title, command, edit } of actions) assert(title && (edit || typeof command?.command === 'string'), 'an action does something');
    return actions;
  }

  run(command, ...args) {
    return this.window.commands.get(command)(...args);
  }
}

Object.assign(exports, { client, program, token, until });
