// The workshop: a rule file on the left, and on the right what it says, as soon as it is typed.

import { fill, h, say } from "./dom";
import type { Editor } from "./editor";
import { quick, Refusal, work } from "./engine";
import { Panels } from "./panels";
import { GONE } from "./program";
import { copyLink } from "./sharing";
import { t } from "./texts";
import type { Library, Spec } from "./types";

/** Where the text is kept in the browser, so that nothing is lost. */
const KEPT = "mancala-workshop";
/** Milliseconds after an edit until the panels follow. */
const PAUSE = 150;

const NEW = `game "My game" {
}

board {
  rows:    2
  columns: 6
  seeds:   4
  side:    row
}

move {
  from:      own holes
  direction: counterclockwise
  begin:     lift here, sow after here
}

last seed, the first that fits {
  when on opponent's side and makes 2 or 3 -> capture here, end turn
  otherwise                                -> end turn
}

before turn, the first that fits {
  repeated position: 3rd time
  when no legal move     -> each player captures own holes, game over
  when repeated position -> each player captures own holes, game over
  otherwise              -> play
}

each player scores: seeds in own store
`;

export class Workshop {
  readonly element: HTMLElement;
  private editor: Editor | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly place = h("div", { class: "editor" });
  private readonly said = h("p", { class: "said", role: "status" });
  private readonly panels: Panels;
  private readonly bar: HTMLElement;

  constructor(
    private text: string | undefined,
    library: Library,
    private readonly play: (game: Spec) => void,
  ) {
    this.panels = new Panels((line) => this.editor?.go(line));
    const load = h(
      "select",
      {
        "aria-label": t("open-ruleset"),
        onchange: (event: Event) => {
          const field = event.target as HTMLSelectElement;
          const name = field.value;
          field.value = "";
          if (name) void this.open(name);
        },
      },
      h("option", { value: "" }, t("open-ruleset")),
      library.games.map((game) => h("option", { value: game.name }, game.title)),
    );
    const file = h("input", {
      type: "file",
      accept: ".mancala,text/plain",
      class: "file",
      "aria-label": t("open-file"),
      onchange: (event: Event) => this.read(event),
    });
    this.bar = h(
      "div",
      { class: "bar" },
      load,
      h("label", { class: "button" }, t("open-file"), file),
      h("button", { type: "button", onclick: () => this.replace(NEW) }, t("new-file")),
      h("button", { type: "button", onclick: () => this.editor?.format() }, t("format")),
      h("button", { type: "button", onclick: () => this.save() }, t("save-file")),
      h(
        "button",
        {
          type: "button",
          onclick: (event: Event) => copyLink(event, { kind: "file", game: { text: this.editor?.text ?? "" } }),
        },
        t("share"),
      ),
      h(
        "button",
        { type: "button", class: "main", onclick: () => this.play({ text: this.editor?.text ?? "" }) },
        t("play-this"),
      ),
    );
    this.element = h(
      "div",
      { class: "workshop" },
      h("section", { class: "left", "aria-label": t("rule-file") }, this.bar, this.place, this.said),
      this.panels.element,
    );
  }

  async begin(): Promise<void> {
    const text = this.text ?? localStorage.getItem(KEPT) ?? NEW;
    // the editor is the largest part of the page, and only this page needs it
    const { Editor } = await import("./editor");
    if (!this.element.isConnected) return;
    this.edit = (text) =>
      new Editor(
        this.place,
        text,
        (now) => this.changed(now),
        (said) => say(this.said, said),
      );
    this.editor = this.edit(text);
    addEventListener(GONE, this.elsewhere);
    this.changed(text);
  }

  private edit: ((text: string) => Editor) | undefined;

  /** Another language server answers, which does not know the text yet. */
  private readonly elsewhere = () => {
    const text = this.editor?.text ?? "";
    const before = this.editor?.view;
    const { hasFocus = false, state } = before ?? {};
    this.editor?.close();
    this.editor = this.edit?.(text);
    // whoever types goes on where he was
    if (state) this.editor?.view.dispatch({ selection: state.selection, scrollIntoView: true });
    if (hasFocus) this.editor?.view.focus();
    this.changed(text);
  };

  end(): void {
    clearTimeout(this.timer);
    removeEventListener(GONE, this.elsewhere);
    this.panels.end();
    work.cancel();
    this.editor?.close();
  }

  private replace(text: string): void {
    this.panels.forget();
    if (this.editor) this.editor.text = text;
  }

  private async open(name: string): Promise<void> {
    try {
      const { text } = await quick.ask<{ text: string }>({ ask: "text", game: { name } });
      this.replace(text);
    } catch (error) {
      if (error instanceof Refusal) fill(this.panels.notice, error.message);
    }
  }

  private async read(event: Event): Promise<void> {
    const field = event.target as HTMLInputElement;
    const file = field.files?.[0];
    if (file) this.replace(await file.text());
    field.value = "";
  }

  private save(): void {
    const address = URL.createObjectURL(new Blob([this.editor?.text ?? ""], { type: "text/plain" }));
    h("a", { href: address, download: "my-game.mancala" }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  }

  private changed(text: string): void {
    say(this.said, "");
    try {
      localStorage.setItem(KEPT, text);
    } catch {
      // a browser that keeps nothing still shows everything
    }
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.panels.follow({ text }), PAUSE);
  }
}
