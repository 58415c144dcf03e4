// A stand-in for the module `vscode`, as far as the language client uses it: the editor itself cannot be had from a registry.
// It keeps what the client registers, so that tests can ask as the editor would.

class Disposable {
  constructor(dispose = () => {}) {
    this.dispose = dispose;
  }
  static from(...all) {
    return new Disposable(() => all.forEach((one) => one.dispose()));
  }
}

class EventEmitter {
  listeners = new Set();
  event = (listener, self) => {
    const bound = self ? listener.bind(self) : listener;
    this.listeners.add(bound);
    return new Disposable(() => this.listeners.delete(bound));
  };
  fire(value) {
    this.listeners.forEach((listener) => listener(value));
  }
  dispose() {
    this.listeners.clear();
  }
}

class Position {
  constructor(line, character) {
    Object.assign(this, { line, character });
  }
}
class Range {
  constructor(...at) {
    const [start, end] = at.length === 4 ? [new Position(at[0], at[1]), new Position(at[2], at[3])] : at;
    Object.assign(this, { start, end });
  }
}
class Uri {
  constructor(text) {
    this.text = text;
    [this.scheme] = text.split(":");
    this.path = text.replace(/^\w+:\/\//, "");
    this.fsPath = this.path;
  }
  static parse = (text) => new Uri(text);
  static file = (path) => new Uri(`file://${path}`);
  toString() {
    return this.text;
  }
}
class CancellationTokenSource {
  token = { isCancellationRequested: false, onCancellationRequested: () => new Disposable() };
  cancel() {}
  dispose() {}
}
class Diagnostic {
  constructor(range, message, severity) {
    Object.assign(this, { range, message, severity });
  }
}
class WorkspaceEdit {
  edits = [];
  replace(uri, range, text) {
    this.edits.push({ uri: uri.toString(), range, text });
  }
  set(uri, edits) {
    edits.forEach((edit) => this.replace(uri, (edit[0] ?? edit).range, (edit[0] ?? edit).newText));
  }
}
class TextEdit {
  constructor(range, newText) {
    Object.assign(this, { range, newText });
  }
}
class CodeLens {
  constructor(range, command) {
    Object.assign(this, { range, command });
  }
}
class Named {
  constructor(...values) {
    this.values = values;
  }
}

/** What is asked for and not known is `otherwise` of its name. */
const open = (known, otherwise) =>
  new Proxy(known, { get: (target, name) => (name in target ? target[name] : (target[name] = otherwise(String(name)))) });
const event = () => new EventEmitter().event;

/** What the client has registered and said, and what the editor has. */
const seen = { providers: {}, commands: new Map(), diagnostics: new Map(), messages: [], edits: [], settings: {} };
const events = {
  open: new EventEmitter(),
  change: new EventEmitter(),
  close: new EventEmitter(),
  settings: new EventEmitter(),
};

const say = (kind) => async (text) => {
  seen.messages.push({ kind, text });
};

const workspace = open(
  {
    textDocuments: [],
    notebookDocuments: [],
    workspaceFolders: undefined,
    getConfiguration: (section) => ({
      get: (key, otherwise) => seen.settings[section ? `${section}.${key}` : key] ?? otherwise,
      inspect: () => undefined,
      has: () => false,
    }),
    onDidOpenTextDocument: events.open.event,
    onDidChangeTextDocument: events.change.event,
    onDidCloseTextDocument: events.close.event,
    onDidChangeConfiguration: events.settings.event,
    applyEdit: async (edit) => {
      seen.edits.push(edit);
      return true;
    },
    fs: { isWritableFileSystem: () => true },
  },
  () => event(),
);

const window = open(
  {
    activeTextEditor: undefined,
    visibleTextEditors: [],
    tabGroups: { all: [], onDidChangeTabGroups: event(), onDidChangeTabs: event() },
    showErrorMessage: say("error"),
    showWarningMessage: say("warning"),
    showInformationMessage: say("information"),
    createOutputChannel: (name) => ({ name, append() {}, appendLine() {}, clear() {}, show() {}, dispose() {} }),
  },
  () => event(),
);

const languages = open(
  {
    match: () => 10,
    createDiagnosticCollection: () => ({
      set: (uri, found) => seen.diagnostics.set(uri.toString(), found),
      delete: (uri) => seen.diagnostics.delete(uri.toString()),
      clear: () => seen.diagnostics.clear(),
      dispose() {},
    }),
  },
  (name) =>
    (_, provider, ...more) => {
      seen.providers[name.replace(/^register|Provider$/g, "")] = { provider, more };
      return new Disposable();
    },
);

const commands = {
  registerCommand: (name, run) => {
    seen.commands.set(name, run);
    return new Disposable(() => seen.commands.delete(name));
  },
  executeCommand: async (name, ...values) => seen.commands.get(name)?.(...values),
};

const enumeration = (...names) => Object.fromEntries(names.map((name, at) => [name, at]));

const kind = (value) => ({ value, append: (more) => kind(value ? `${value}.${more}` : more) });

const vscode = open(
  {
    version: "1.90.0",
    env: { appName: "stand-in", language: "en", appHost: "desktop", remoteName: undefined },
    Disposable,
    EventEmitter,
    Position,
    Range,
    Uri,
    CancellationTokenSource,
    Diagnostic,
    WorkspaceEdit,
    TextEdit,
    CodeLens,
    DiagnosticSeverity: enumeration("Error", "Warning", "Information", "Hint"),
    DiagnosticTag: { Unnecessary: 1, Deprecated: 2 },
    CancellationError: class extends Error {},
    CodeActionKind: open({ Empty: kind("") }, (name) => kind(name.toLowerCase())),
    workspace,
    window,
    languages,
    commands,
  },
  () => class extends Named {},
);

module.exports = { vscode, seen, events, Position, Range, Uri };
