// The editor of a rule file, with the language server of the project running in a worker.

import { autocompletion } from "@codemirror/autocomplete";
import { indentUnit } from "@codemirror/language";
import { type Action, type Diagnostic, lintGutter, setDiagnostics } from "@codemirror/lint";
import {
  findReferencesKeymap,
  formatDocument,
  formatKeymap,
  hoverTooltips,
  jumpToDefinitionKeymap,
  LSPClient,
  LSPPlugin,
  renameKeymap,
  serverCompletion,
} from "@codemirror/lsp-client";
import { type Range, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, keymap } from "@codemirror/view";
import { basicSetup } from "codemirror";
import { Cancelled, language } from "./engine";
import { lenses, showLenses } from "./lenses";
import { t } from "./texts";

const ADDRESS = "file:///my-game.mancala";
/** Problems are looked for after a pause in typing of this length, in milliseconds. */
const REST = 150;

interface Position {
  line: number;
  character: number;
}
interface Edit {
  range: { start: Position; end: Position };
  newText: string;
}
interface Found {
  range: { start: Position; end: Position };
  severity: number;
  code: string;
  message: string;
}
interface CodeAction {
  title: string;
  edit?: { changes?: Record<string, Edit[]> };
}

interface Asked {
  id: number | string;
  method: string;
  params: { edit?: { changes?: Record<string, Edit[]> } } | null;
}

/** Carries messages to the server and back. `asked` does what the server asks for, and says whether it did. */
function transport(asked: (question: Asked) => boolean) {
  const handlers = new Set<(message: string) => void>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOpen = true;
  const deliver = (answer: { messages: object[] }) => {
    for (const message of answer.messages) {
      if ("id" in message && "method" in message) {
        const question = message as Asked;
        const result = asked(question) ? { applied: true } : null;
        channel.send(JSON.stringify({ jsonrpc: "2.0", id: question.id, result }));
      } else for (const handler of handlers) handler(JSON.stringify(message));
    }
  };
  const failed = (error: Error) => {
    // the editor was closed, or the rules are asked elsewhere
    if (!(error instanceof Cancelled)) console.warn(`the language server does not answer: ${error.message}`);
  };
  const channel = {
    send(message: string) {
      if (!isOpen) return;
      language
        .ask<{ messages: object[] }>({ ask: "editor", message: JSON.parse(message) as object })
        .then(deliver, failed);
      clearTimeout(timer);
      timer = setTimeout(
        () => language.ask<{ messages: object[] }>({ ask: "editor-rest" }).then(deliver, failed),
        REST,
      );
    },
    subscribe: (handler: (message: string) => void) => void handlers.add(handler),
    unsubscribe: (handler: (message: string) => void) => void handlers.delete(handler),
    /** Says nothing more, since another editor may have the server now. */
    end() {
      isOpen = false;
      clearTimeout(timer);
    },
  };
  return channel;
}

const setColours = StateEffect.define<DecorationSet>();

const colours = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(set, transaction) {
    const found = transaction.effects.find((effect) => effect.is(setColours));
    return found ? (found.value as DecorationSet) : set.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Colours the words as the server says. */
async function colour(view: EditorView, client: LSPClient): Promise<void> {
  const legend = (
    client.serverCapabilities?.semanticTokensProvider as { legend?: { tokenTypes: string[] } } | undefined
  )?.legend;
  if (!legend) return;
  client.sync();
  const doc = view.state.doc;
  const found = await client.request<object, { data: number[] } | null>("textDocument/semanticTokens/full", {
    textDocument: { uri: ADDRESS },
  });
  if (!found || view.state.doc !== doc) return;
  const ranges: Range<Decoration>[] = [];
  let [line, column] = [0, 0];
  for (let at = 0; at + 4 < found.data.length; at += 5) {
    const [lines, columns, length, kind] = found.data.slice(at, at + 4) as [number, number, number, number];
    [line, column] = lines === 0 ? [line, column + columns] : [line + lines, columns];
    if (line >= doc.lines) break;
    const from = doc.line(line + 1).from + column;
    const to = Math.min(from + length, doc.length);
    if (from < to) ranges.push(Decoration.mark({ class: `tok-${legend.tokenTypes[kind] ?? ""}` }).range(from, to));
  }
  view.dispatch({ effects: setColours.of(Decoration.set(ranges, true)) });
}

/** Shows problems, each with the changes that solve it. */
async function diagnose(client: LSPClient, view: EditorView, found: Found[]): Promise<void> {
  const plugin = LSPPlugin.get(view);
  if (!plugin) return;
  const doc = view.state.doc;
  const at = (position: Position) => plugin.fromPosition(position, doc);
  const severity = (one: number): Diagnostic["severity"] =>
    (["error", "error", "warning", "info", "hint"] as const)[one] ?? "error";
  const actions = async (one: Found): Promise<Action[]> => {
    const params = { textDocument: { uri: ADDRESS }, range: one.range, context: { diagnostics: [one] } };
    const offered = await client
      .request<object, CodeAction[] | null>("textDocument/codeAction", params)
      .catch(() => null);
    return (offered ?? []).slice(0, 4).map((action) => ({
      name: action.title,
      apply: (target) => {
        const edits = action.edit?.changes?.[ADDRESS] ?? [];
        const now = LSPPlugin.get(target);
        if (now)
          target.dispatch({
            changes: edits.map((edit) => ({
              from: now.fromPosition(edit.range.start),
              to: now.fromPosition(edit.range.end),
              insert: edit.newText,
            })),
          });
      },
    }));
  };
  const all: Diagnostic[] = [];
  for (const one of found) {
    all.push({
      from: at(one.range.start),
      to: Math.max(at(one.range.end), at(one.range.start)),
      severity: severity(one.severity),
      message: one.message,
      source: one.code,
      actions: await actions(one),
    });
  }
  if (view.state.doc === doc) view.dispatch(setDiagnostics(view.state, all));
}

export class Editor {
  readonly view: EditorView;
  private readonly channel = transport((question) => this.asked(question));

  /** `changed` gets the text after each edit, `said` what the server says of a command. */
  constructor(place: HTMLElement, text: string, changed: (text: string) => void, said: (text: string) => void) {
    let timer: ReturnType<typeof setTimeout> | undefined;
    // a language server has one editor
    language.renew();
    const client = new LSPClient({
      timeout: 15_000,
      extensions: [
        { clientCapabilities: { workspace: { applyEdit: true } } },
        serverCompletion({ override: true }),
        hoverTooltips({ hoverTime: 350 }),
        keymap.of([...formatKeymap, ...renameKeymap, ...jumpToDefinitionKeymap, ...findReferencesKeymap]),
      ],
      notificationHandlers: {
        "textDocument/publishDiagnostics": (it, params: { uri: string; version?: number; diagnostics: Found[] }) => {
          const file = it.workspace.getFile(params.uri);
          const view = file?.getView();
          if (file && view && (params.version === undefined || params.version === file.version)) {
            void diagnose(it, view, params.diagnostics);
            void showLenses(view, it, ADDRESS).catch(() => {});
          }
          return true;
        },
        "window/showMessage": (_: LSPClient, params: { message: string }) => {
          said(params.message);
          return true;
        },
      },
    }).connect(this.channel);
    const listener = EditorView.updateListener.of((update) => {
      if (!update.docChanged) return;
      changed(update.state.doc.toString());
      clearTimeout(timer);
      timer = setTimeout(() => {
        client.sync();
        void colour(this.view, client).catch(() => {});
      }, 60);
    });
    this.view = new EditorView({
      doc: text,
      parent: place,
      extensions: [
        basicSetup,
        indentUnit.of("  "),
        autocompletion(),
        lintGutter(),
        colours,
        lenses,
        listener,
        client.plugin(ADDRESS, "mancala"),
        EditorView.contentAttributes.of({ "aria-label": t("rule-file"), spellcheck: "false" }),
      ],
    });
    void client.initializing.then(() => colour(this.view, client)).catch(() => {});
  }

  /** Does what the server asks for: changes of the text. */
  private asked({ method, params }: Asked): boolean {
    const edits = params?.edit?.changes?.[ADDRESS];
    const plugin = LSPPlugin.get(this.view);
    if (method !== "workspace/applyEdit" || !edits || !plugin) return false;
    const at = (position: Position) => plugin.fromPosition(position, this.view.state.doc);
    this.view.dispatch({
      changes: edits.map(({ range, newText }) => ({ from: at(range.start), to: at(range.end), insert: newText })),
    });
    return true;
  }

  close(): void {
    this.channel.end();
    this.view.destroy();
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  set text(text: string) {
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text } });
  }

  format(): void {
    formatDocument(this.view);
  }

  /** Shows a line, counted from 1. */
  go(line: number): void {
    const at = this.view.state.doc.line(Math.min(Math.max(line, 1), this.view.state.doc.lines)).from;
    this.view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
    this.view.focus();
  }
}
