// Commands above the examples of a rule file: play one or all, or write the outcome that the rules give.

import type { LSPClient } from "@codemirror/lsp-client";
import { type Range, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, WidgetType } from "@codemirror/view";
import { h } from "./dom";
import { english } from "./texts";

interface Command {
  title: string;
  command: string;
  arguments?: unknown[];
}
interface Lens {
  range: { start: { line: number } };
  command?: Command;
}

type Run = (command: Command) => void;

/** The commands above a line. */
class Commands extends WidgetType {
  constructor(
    private readonly commands: Command[],
    private readonly run: Run,
  ) {
    super();
  }

  override eq(other: Commands): boolean {
    return JSON.stringify(other.commands) === JSON.stringify(this.commands);
  }

  override toDOM(): HTMLElement {
    const button = (one: Command) =>
      h("button", { type: "button", class: "lens", onclick: () => this.run(one), ...english }, one.title);
    return h("div", { class: "lenses" }, this.commands.map(button));
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

const setLenses = StateEffect.define<DecorationSet>();

/** Where the commands are kept. */
export const lenses = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(set, transaction) {
    const found = transaction.effects.find((effect) => effect.is(setLenses));
    return found ? (found.value as DecorationSet) : set.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Asks the server for the commands of a text, and shows them. */
export async function showLenses(view: EditorView, client: LSPClient, uri: string): Promise<void> {
  const doc = view.state.doc;
  const found = await client.request<object, Lens[] | null>("textDocument/codeLens", { textDocument: { uri } });
  if (!found || view.state.doc !== doc) return;
  const byLine = new Map<number, Command[]>();
  for (const { range, command } of found) {
    if (command) byLine.set(range.start.line, [...(byLine.get(range.start.line) ?? []), command]);
  }
  const run: Run = ({ command, arguments: all }) => {
    client.sync();
    void client.request("workspace/executeCommand", { command, arguments: all }).catch(() => {});
  };
  const ranges: Range<Decoration>[] = [];
  for (const [line, commands] of [...byLine].sort(([one], [other]) => one - other)) {
    if (line >= doc.lines) continue;
    const widget = Decoration.widget({ widget: new Commands(commands, run), block: true, side: -1 });
    ranges.push(widget.range(doc.line(line + 1).from));
  }
  view.dispatch({ effects: setLenses.of(Decoration.set(ranges, true)) });
}
