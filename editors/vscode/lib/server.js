'use strict';
// The life of the server, from the start through restarts to the end.

const os = require('node:os');
const vscode = require('vscode');
const { capabilities } = require('./capabilities');
const { Connection } = require('./connection');
const { answer, handle } = require('./requests');
const { resolved, settings } = require('./settings');

// How often a server that ends by itself is started again, and the lifetime after which that is counted anew.
const maximumRestarts = 4;
const longLife = 60_000;
// How long a server may take to answer "initialize", and to end; in milliseconds.
const startPatience = 20_000;
const endPatience = 1_000;

const openFolders = () => (vscode.workspace.workspaceFolders ?? []).map(({ uri, name }) => ({ uri: uri.toString(), name }));

exports.Server = class Server {
  #context; // The documents, the features, the log and the status.
  #connection;
  #restarts = 0;
  #restartTimer;
  #startTime = 0;
  #isRunning = false;
  #folders = []; // The open folders as the server knows them.
  #order = 0; // Counts what the user wants, the last of which counts.
  #ending = Promise.resolve(); // Fulfilled when all that were stopped have ended.

  constructor(context) {
    this.#context = context;
  }

  get isRunning() {
    return this.#isRunning;
  }

  /** Starts the server, unless there is one. */
  start() {
    clearTimeout(this.#restartTimer);
    if (this.#connection) return;
    const { log, status } = this.#context;
    const command = resolved(vscode.workspace.getConfiguration('catchword').get('command'));
    this.#startTime = Date.now();
    status.show('starting');
    let connection;
    try {
      connection = new Connection(command, { cwd: os.homedir() }, {
        request: (method, params) => answer(method, params, this.#context),
        notification: (method, params) => handle(method, params, this.#context),
        note: (line) => log.info(line),
        end: (reason) => this.#ended(connection, command[0], reason),
      });
    } catch (error) {
      // A name that no program can have.
      this.#give(`The program "${command[0]}" cannot be started: ${error.message}. Say in the setting "catchword.command" where Catchword is.`);
      return;
    }
    this.#connection = connection;
    this.#initialize(connection).catch((error) => log.warn(`The server was not started: ${error.message}`));
  }

  /** Stops the server; done when it has ended, or was killed for not doing so. */
  stop() {
    this.#order += 1;
    clearTimeout(this.#restartTimer);
    this.#context.status.show('stopped');
    const connection = this.#connection;
    if (connection) {
      this.#detach();
      this.#ending = Promise.all([this.#ending, Server.#end(connection)]);
    }
    return this.#ending;
  }

  /** Stops the server and starts it again, unless it is told otherwise meanwhile. */
  async restart() {
    const stopped = this.stop();
    const order = this.#order;
    await stopped;
    if (order !== this.#order) return;
    this.#restarts = 0;
    this.start();
  }

  /** Tells a server that runs which folders were opened and closed; others are told when they start. */
  tellFolders() {
    if (!this.#isRunning) return;
    const [old, now] = [this.#folders, openFolders()];
    const without = (folders, others) => folders.filter(({ uri }) => !others.some((other) => other.uri === uri));
    const event = { added: without(now, old), removed: without(old, now) };
    this.#folders = now;
    if (event.added.length + event.removed.length > 0) {
      this.#connection.notify('workspace/didChangeWorkspaceFolders', { event });
    }
  }

  request(method, params, token) {
    if (!this.#isRunning) return Promise.reject(new Error('Catchword does not run.'));
    return this.#connection.request(method, params, token);
  }

  async #initialize(connection) {
    const timer = setTimeout(() => connection.kill(), startPatience);
    const folders = openFolders();
    let result;
    try {
      result = await connection.request('initialize', {
        processId: process.pid,
        // The forks of VS Code behave as it does, whatever they are called.
        clientInfo: { name: 'Visual Studio Code', version: vscode.version },
        locale: vscode.env.language,
        rootUri: folders[0]?.uri ?? null,
        workspaceFolders: folders,
        capabilities,
        initializationOptions: settings(),
      });
    } catch (error) {
      // One that refuses, and goes on running, is of no use: its end is told as that of any other.
      if (connection === this.#connection) connection.kill();
      throw error;
    } finally {
      clearTimeout(timer);
    }
    if (connection !== this.#connection) return;
    connection.notify('initialized', {});
    this.#isRunning = true;
    this.#folders = folders;
    this.tellFolders();
    this.#context.documents.attach(connection);
    this.#context.features.attach(connection, result?.capabilities ?? {});
    this.#context.status.show('running', `running ${result?.serverInfo?.version ?? ''}`.trim());
  }

  static async #end(connection) {
    const timer = setTimeout(() => connection.kill(), endPatience);
    try {
      await connection.request('shutdown', undefined);
      connection.notify('exit', undefined);
    } catch {
      // It has ended by itself, or was killed.
    }
    await connection.ended;
    clearTimeout(timer);
  }

  #detach() {
    this.#connection = undefined;
    this.#isRunning = false;
    this.#context.documents.detach();
    this.#context.features.detach();
  }

  #ended(connection, program, reason) {
    if (connection !== this.#connection) return;
    this.#detach();
    const { log, status } = this.#context;
    if (/ENOENT/.test(reason)) {
      this.#give(`There is no program "${program}". Install Catchword, or say in the setting "catchword.command" where it is; then run "Catchword: Restart the Server".`);
      return;
    }
    log.warn(`"${program}" ${reason}.`);
    if (Date.now() - this.#startTime > longLife) this.#restarts = 0;
    if (this.#restarts >= maximumRestarts) {
      this.#give(`"${program}" ended ${this.#restarts + 1} times, last: ${reason}. The log says more; "Catchword: Restart the Server" tries again.`);
      return;
    }
    status.show('waiting');
    this.#restartTimer = setTimeout(() => this.start(), 200 << this.#restarts++);
  }

  async #give(message) {
    const { log, status } = this.#context;
    log.error(message);
    status.show('failed', message);
    const choice = await vscode.window.showErrorMessage(message, 'Open Settings', 'Show Log');
    if (choice === 'Open Settings') vscode.commands.executeCommand('workbench.action.openSettings', 'catchword');
    if (choice === 'Show Log') log.show();
  }
};
