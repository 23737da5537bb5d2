'use strict';
// What the server does, in the list of language servers behind the braces of the status bar.

const vscode = require('vscode');
const { selector } = require('./documents');

exports.Status = class Status {
  #item;
  #state = '';
  #work = new Map(); // From a token of progress to what is being done.

  constructor() {
    this.#item = vscode.languages.createLanguageStatusItem('catchword', selector);
    this.#item.name = 'Catchword';
    this.#item.command = { title: 'Show the Log', command: 'catchword.showLog' };
  }

  /**
   * @param state 'starting', 'running', 'waiting' (for a restart), 'stopped' or 'failed'.
   * @param detail More about it, to be shown in its place.
   */
  show(state, detail) {
    const { Error, Information } = vscode.LanguageStatusSeverity;
    this.#state = detail ?? state;
    this.#item.severity = state === 'failed' ? Error : Information;
    this.#work.clear();
    this.#draw();
  }

  progress(token, { kind, title, message, percentage }) {
    if (kind === 'end') this.#work.delete(token);
    else this.#work.set(token, { ...this.#work.get(token), ...withoutGaps({ title, message, percentage }) });
    this.#draw();
  }

  dispose() {
    this.#item.dispose();
  }

  #draw() {
    const [work] = [...this.#work.values()].slice(-1);
    this.#item.busy = work !== undefined;
    this.#item.text = 'Catchword';
    const share = work?.percentage === undefined ? '' : ` (${work.percentage} %)`;
    this.#item.detail = work ? `${work.message ?? work.title ?? ''}${share}` : this.#state;
  }
};

const withoutGaps = (object) => Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
