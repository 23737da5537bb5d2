'use strict';
// The part of VS Code's extension API that our client may use, with the rules that its published types and the extension
// host state. Whatever else is asked of it throws, so that a misspelt name cannot pass. There is no VS Code behind it:
// `window.js` does with what is registered here what VS Code does.

const assert = require('node:assert/strict');
const path = require('node:path');
const { EventEmitter } = require('node:events');

class Position {
  constructor(line, character) {
    assert(Number.isInteger(line) && line >= 0 && Number.isInteger(character) && character >= 0, 'a position counts from 0');
    this.line = line;
    this.character = character;
  }

  compareTo(other) {
    return this.line - other.line || this.character - other.character;
  }
}

class Range {
  constructor(startLine, startCharacter, endLine, endCharacter) {
    [this.start, this.end] = startLine instanceof Position
      ? [startLine, startCharacter] : [new Position(startLine, startCharacter), new Position(endLine, endCharacter)];
    assert(this.start.compareTo(this.end) <= 0, 'a range begins before it ends');
  }

  get isEmpty() {
    return this.start.compareTo(this.end) === 0;
  }

  get isSingleLine() {
    return this.start.line === this.end.line;
  }

  contains(position) {
    return this.start.compareTo(position) <= 0 && position.compareTo(this.end) <= 0;
  }
}

class Selection extends Range {
  constructor(anchor, active) {
    super(anchor, active);
    this.active = active;
  }
}

class Uri {
  constructor(text) {
    this.text = text;
    this.scheme = text.slice(0, text.indexOf(':'));
  }

  // VS Code escapes more than others do.
  static file(name) {
    return new Uri(`file://${path.resolve(name).split('/').map(encodeURIComponent).join('/')}`);
  }

  toString() {
    return this.text;
  }
}

class CompletionItem {
  constructor(label, kind) {
    this.label = label;
    this.kind = kind;
  }
}

class CompletionList {
  constructor(items = [], isIncomplete = false) {
    this.items = items;
    this.isIncomplete = isIncomplete;
  }
}

class SnippetString {
  constructor(value = '') {
    this.value = value;
  }
}

class MarkdownString {
  constructor(value = '') {
    this.value = value;
  }
}

class TextEdit {
  constructor(range, newText) {
    assert(range instanceof Range && isText(newText));
    Object.assign(this, { range, newText });
  }
}

class InlineCompletionItem {
  constructor(insertText, range, command) {
    Object.assign(this, { insertText, range, command });
  }
}

class CodeActionKind {
  static Empty = new CodeActionKind('');
  static QuickFix = new CodeActionKind('quickfix');

  constructor(value) {
    this.value = value;
  }

  append(part) {
    return new CodeActionKind(this.value ? `${this.value}.${part}` : part);
  }
}

class CodeAction {
  constructor(title, kind) {
    this.title = title;
    this.kind = kind;
  }
}

/** An event of VS Code: a function that takes a listener. */
const event = () => {
  const emitter = new EventEmitter().setMaxListeners(0);
  const subscribe = (listener) => {
    assert.equal(typeof listener, 'function');
    emitter.on('event', listener);
    return disposable(() => emitter.off('event', listener));
  };
  subscribe.fire = (value) => emitter.emit('event', value);
  return subscribe;
};

const disposable = (work) => ({ dispose: work });

/** An object that has what it has, and nothing else. */
const strict = (name, object) => new Proxy(object, {
  get: (target, key) => {
    if (typeof key === 'symbol' || key in target) return target[key];
    throw new Error(`vscode has no ${name}${key}`);
  },
});

const checkSelector = (selector) => {
  for (const filter of selector) assert.deepEqual(Object.keys(filter).filter((key) => !['scheme', 'language', 'pattern', 'notebookType'].includes(key)), []);
};

const kinds = 26;
const ofItems = ['label', 'kind', 'tags', 'detail', 'documentation', 'sortText', 'filterText', 'preselect', 'insertText', 'range', 'commitCharacters', 'keepWhitespace', 'additionalTextEdits', 'command'];
const isText = (value) => typeof value === 'string';
const isTextOrNothing = (value) => value === undefined || isText(value);

/** Checks a list as the extension host does before the window sees it, and as the types of its properties demand. */
exports.checkList = (list, position) => {
  if (list === undefined) return;
  assert(list instanceof CompletionList);
  assert.equal(typeof list.isIncomplete, 'boolean');
  for (const item of list.items) {
    assert(item instanceof CompletionItem);
    assert.deepEqual(Object.keys(item).filter((key) => !ofItems.includes(key)), []);
    const label = isText(item.label) ? { label: item.label } : item.label;
    assert(isText(label.label) && label.label !== '' && isTextOrNothing(label.detail) && isTextOrNothing(label.description));
    assert.deepEqual(Object.keys(label).filter((key) => !['label', 'detail', 'description'].includes(key)), []);
    assert(item.kind === undefined || (Number.isInteger(item.kind) && item.kind >= 0 && item.kind <= kinds));
    assert(isTextOrNothing(item.sortText) && isTextOrNothing(item.filterText) && isTextOrNothing(item.detail));
    assert(isText(item.insertText) || item.insertText === undefined || item.insertText instanceof SnippetString);
    assert(isTextOrNothing(item.documentation) || item.documentation instanceof MarkdownString);
    for (const character of item.commitCharacters ?? []) assert.equal(character.length, 1);
    for (const edit of item.additionalTextEdits ?? []) assert(edit instanceof TextEdit);
    const { inserting, replacing } = item.range instanceof Range ? { inserting: item.range, replacing: item.range } : item.range;
    for (const range of [inserting, replacing]) {
      assert(range instanceof Range && range.isSingleLine && range.contains(position), 'a range is around the cursor, in its line');
    }
    assert.equal(inserting.start.compareTo(replacing.start), 0, 'both ranges begin at the same place');
    assert(replacing.contains(inserting.end));
  }
};

exports.checkInline = (items, position) => {
  for (const item of items) {
    assert(item instanceof InlineCompletionItem);
    assert(isText(item.insertText) && item.range instanceof Range && item.range.isSingleLine && item.range.contains(position));
  }
};

/** Makes a window with nothing in it, and the API that an extension in it sees. */
exports.makeWindow = ({ settings = {}, folders = [] } = {}) => {
  const window = {
    settings, folders, documents: [], completions: new Set(), inline: new Set(), actions: new Set(), commands: new Map(),
    messages: [], answers: [], log: [], status: { detail: '' }, editor: undefined, calls: [],
    changed: event(), opened: event(), closed: event(), saved: event(), configured: event(), moved: event(),
    misuses: [], // What VS Code would have thrown at, where nobody sees it.
  };
  const register = (set, method) => (selector, provider, ...characters) => {
    checkSelector(selector);
    assert.equal(typeof provider[method], 'function');
    characters.forEach((character) => assert(isText(character)));
    const registration = { selector, provider, characters };
    set.add(registration);
    return disposable(() => set.delete(registration));
  };
  const say = (severity) => async (message, ...choices) => {
    assert(isText(message));
    choices.forEach((choice) => assert(isText(choice)));
    window.messages.push({ severity, message, choices });
    return window.answers.shift();
  };
  const write = (level) => (line) => window.log.push(`${level}: ${line}`);
  window.api = strict('', {
    Position, Range, Selection, Uri, CompletionItem, CompletionList, SnippetString, MarkdownString, InlineCompletionItem, CodeAction, CodeActionKind, TextEdit,
    CompletionItemTag: strict('CompletionItemTag.', { Deprecated: 1 }),
    LanguageStatusSeverity: strict('LanguageStatusSeverity.', { Information: 0, Warning: 1, Error: 2 }),
    version: '1.100.0',
    env: strict('env.', { appName: 'A fork', language: 'en' }),
    languages: strict('languages.', {
      registerCompletionItemProvider: register(window.completions, 'provideCompletionItems'),
      registerInlineCompletionItemProvider: register(window.inline, 'provideInlineCompletionItems'),
      registerCodeActionsProvider: (selector, provider, metadata) => {
        assert(metadata?.providedCodeActionKinds?.every((kind) => kind instanceof CodeActionKind), 'which kinds of actions there are is said');
        return register(window.actions, 'provideCodeActions')(selector, provider);
      },
      createLanguageStatusItem: (id, selector) => {
        assert(isText(id));
        checkSelector(selector);
        let isOver = false;
        const names = ['accessibilityInformation', 'busy', 'command', 'detail', 'name', 'severity', 'text'];
        window.status = new Proxy({ id, dispose: () => { isOver = true; } }, {
          set: (target, key, value) => {
            assert(names.includes(key), `a status has no ${String(key)}`);
            if (isOver) window.misuses.push(`the status is set after its end: ${String(key)}`);
            return Reflect.set(target, key, value);
          },
        });
        return window.status;
      },
    }),
    commands: strict('commands.', {
      registerCommand: (id, work) => {
        assert(!window.commands.has(id), `command '${id}' already exists`);
        window.commands.set(id, work);
        return disposable(() => window.commands.delete(id));
      },
      executeCommand: async (id, ...args) => window.calls.push([id, ...args]),
    }),
    workspace: strict('workspace.', {
      get textDocuments() { return window.documents; },
      get workspaceFolders() { return window.folders.length > 0 ? window.folders : undefined; },
      getConfiguration: (section) => strict('configuration.', { get: (key) => window.settings[`${section}.${key}`] }),
      onDidOpenTextDocument: window.opened, onDidChangeTextDocument: window.changed, onDidSaveTextDocument: window.saved,
      onDidCloseTextDocument: window.closed, onDidChangeConfiguration: window.configured, onDidChangeWorkspaceFolders: window.moved,
    }),
    window: strict('window.', {
      get activeTextEditor() { return window.editor; },
      showErrorMessage: say('error'), showWarningMessage: say('warning'), showInformationMessage: say('information'),
      showInputBox: async ({ value }) => window.answers.length > 0 ? window.answers.shift() : value,
      showQuickPick: async (items) => items.find(({ label }) => label === window.answers[0]),
      createOutputChannel: (name, options) => {
        assert.deepEqual(options, { log: true });
        let isOver = false;
        const unlessOver = (work) => (...args) => {
          if (isOver) {
            window.misuses.push(`the log is used after its end: ${args}`);
            throw new Error('Channel has been closed');
          }
          return work(...args);
        };
        const levels = Object.fromEntries(['trace', 'debug', 'info', 'warn', 'error'].map((level) => [level, unlessOver(write(level))]));
        const show = unlessOver(() => window.calls.push(['show', name]));
        return strict('channel.', { ...levels, show, dispose: () => { isOver = true; } });
      },
    }),
  });
  return window;
};

Object.assign(exports, { Position, Range, Selection, Uri, SnippetString });
