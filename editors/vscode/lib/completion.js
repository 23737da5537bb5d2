'use strict';
// The words of the menu.

const vscode = require('vscode');
const { asPosition } = require('./documents');

const snippetFormat = 2;
const asIs = 1;

exports.Completions = class Completions {
  #connection;
  #log;
  #origins = new WeakMap(); // From an item of VS Code's to the server's, for what is asked about it later.

  constructor(connection, log, resolves) {
    this.#connection = connection;
    this.#log = log;
    if (!resolves) this.resolveCompletionItem = undefined;
  }

  async provideCompletionItems(document, position, token, context) {
    const params = {
      textDocument: { uri: document.uri.toString() },
      position: asPosition(position),
      // VS Code counts from 0, LSP from 1.
      context: { triggerKind: context.triggerKind + 1, triggerCharacter: context.triggerCharacter },
    };
    try {
      return this.#list(await this.#connection.request('textDocument/completion', params, token));
    } catch (error) {
      this.#log.warn(`No completions: ${error.message}`);
      return undefined;
    }
  }

  async resolveCompletionItem(item, token) {
    const origin = this.#origins.get(item);
    if (!origin) return item;
    try {
      const { documentation, detail } = (await this.#connection.request('completionItem/resolve', origin, token)) ?? {};
      item.documentation = asDocumentation(documentation) ?? item.documentation;
      item.detail = detail ?? item.detail;
    } catch (error) {
      this.#log.warn(`Nothing more about "${origin.label}": ${error.message}`);
    }
    return item;
  }

  #list(result) {
    if (!result) return undefined;
    const { items = [], isIncomplete = false, itemDefaults = {} } = Array.isArray(result) ? { items: result } : result;
    return new vscode.CompletionList(items.map((item) => this.#item(item, itemDefaults)), isIncomplete);
  }

  #item(origin, defaults) {
    const { label, labelDetails, kind, tags } = origin;
    const item = new vscode.CompletionItem(labelDetails ? { label, ...labelDetails } : label);
    // Their kinds are LSP's, counted from 0.
    if (kind > 0) item.kind = kind - 1;
    if (tags?.includes(1) || origin.deprecated) item.tags = [vscode.CompletionItemTag.Deprecated];
    for (const name of ['detail', 'sortText', 'filterText', 'preselect']) {
      if (origin[name] !== undefined) item[name] = origin[name];
    }
    item.documentation = asDocumentation(origin.documentation);
    item.commitCharacters = origin.commitCharacters ?? defaults.commitCharacters;
    item.keepWhitespace = (origin.insertTextMode ?? defaults.insertTextMode) === asIs;
    const { text, range } = edit(origin, defaults);
    const isSnippet = (origin.insertTextFormat ?? defaults.insertTextFormat) === snippetFormat;
    item.insertText = isSnippet ? new vscode.SnippetString(text) : text;
    if (range) item.range = range;
    // What else changes when it is taken, such as an import.
    item.additionalTextEdits = origin.additionalTextEdits?.map((change) => new vscode.TextEdit(toRange(change.range), change.newText));
    this.#origins.set(item, defaults.data === undefined ? origin : { data: defaults.data, ...origin });
    return item;
  }
};

// Returns the text of an item, and the range or the two ranges that it takes the place of.
const edit = ({ label, insertText, textEdit, textEditText }, { editRange }) => {
  if (textEdit) return { text: textEdit.newText, range: toRange(textEdit.range ?? textEdit) };
  if (editRange) return { text: textEditText ?? insertText ?? label, range: toRange(editRange) };
  return { text: insertText ?? label };
};

const toRange = (range) => {
  if (range.insert) return { inserting: toRange(range.insert), replacing: toRange(range.replace) };
  const { start, end } = range;
  return new vscode.Range(start.line, start.character, end.line, end.character);
};

exports.toRange = toRange;

const asDocumentation = (documentation) => {
  if (typeof documentation !== 'object' || documentation === null) return documentation ?? undefined;
  return documentation.kind === 'markdown' ? new vscode.MarkdownString(documentation.value) : documentation.value;
};
