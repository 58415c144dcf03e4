// The page before a game: which one, by which readings, and whether a whole match.

import { fill, h } from "./dom";
import { quick, Refusal } from "./engine";
import { Play } from "./play";
import { readings } from "./readings";
import { t } from "./texts";
import type { Game, Library, Spec, Table } from "./types";

/** Where the last game is kept in the browser. */
const KEPT = "mancala-table";

export function kept(): Table | undefined {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

function keep(table: Table): void {
  try {
    localStorage.setItem(KEPT, JSON.stringify(table));
  } catch {
    // a browser that keeps nothing still plays
  }
}

export class TablePage {
  readonly element = h("div", { class: "table-page" });
  private play: Play | undefined;

  constructor(
    private table: Table,
    private readonly library: Library,
  ) {}

  async begin(): Promise<void> {
    const { game } = this.table;
    try {
      const found = await quick.ask<Game>({ ask: "game", game });
      this.draw(found);
    } catch (error) {
      fill(
        this.element,
        this.chosen(),
        h(
          "p",
          { class: "bad", role: "alert" },
          error instanceof Refusal
            ? [error.message, " ", error.refused.problems.map((one) => one.message).join("; ")]
            : String(error),
        ),
      );
    }
  }

  end(): void {
    this.play?.end();
  }

  private again(table: Table): void {
    this.play?.end();
    this.table = table;
    void this.begin();
  }

  private chosen(): HTMLElement {
    const { name } = this.table.game;
    const own = this.table.game.text !== undefined;
    const options = this.library.games.map((game) =>
      h("option", { value: game.name, selected: !own && game.name === name }, game.title),
    );
    const select = h(
      "select",
      { onchange: (event: Event) => (location.hash = `#/play/${(event.target as HTMLSelectElement).value}`) },
      own && h("option", { value: "", selected: true }, t("my-file")),
      options,
    );
    return h("label", { class: "field" }, h("span", {}, t("game")), select);
  }

  private draw(found: Game): void {
    const spec = (set: [string, string][]): Spec => ({ ...this.table.game, set });
    const choose = readings(found.game.options, this.table.game.set ?? [], (set) =>
      this.again({ ...this.table, game: spec(set), steps: [] }),
    );
    const whole =
      found.match &&
      h(
        "label",
        { class: "field check" },
        h("input", {
          type: "checkbox",
          checked: this.table.match === true,
          class: "match",
          onchange: (event: Event) => {
            const { from: _, ...rest } = this.table;
            this.again({ ...rest, match: (event.target as HTMLInputElement).checked, steps: [] });
          },
        }),
        h("span", {}, t("whole-match")),
      );
    const from = this.position();
    const head = h(
      "div",
      { class: "bar" },
      this.chosen(),
      whole,
      h(
        "a",
        { href: `#/library/${this.table.game.name ?? ""}`, hidden: this.table.game.text !== undefined },
        t("rules-of-game"),
      ),
    );
    this.play = new Play(this.table, keep, found, [head, choose as Node, from].filter(Boolean));
    fill(this.element, h("h2", { class: "title" }, found.game.title), this.play.element);
    void this.play.begin();
  }

  /** A field for the position at the start. */
  private position(): HTMLElement {
    const field = h("input", {
      type: "text",
      value: this.table.from ?? "",
      spellcheck: "false",
      placeholder: "4 4 4 4 / 4 4 4 4; to move South",
    });
    const begin = () => {
      const { from: _, match: __, ...rest } = this.table;
      this.again({ ...rest, ...(field.value.trim() ? { from: field.value.trim() } : {}), steps: [] });
    };
    return h(
      "details",
      { class: "position", open: this.table.from !== undefined },
      h("summary", {}, t("another-position")),
      h("label", { class: "field" }, h("span", {}, t("position")), field),
      h("button", { type: "button", onclick: begin }, t("begin-here")),
    );
  }
}
