// The page to play: a game or a match, of people on one device and machines.

import { BoardView } from "./board";
import { Choosing } from "./choosing";
import { fill, h, say, scrolling } from "./dom";
import { Cancelled, quick, Refusal, thinker } from "./engine";
import { GONE, program } from "./program";
import { type Level, LONG, PERFECT, type Seats, seats } from "./seats";
import { copyLink } from "./sharing";
import { Showing } from "./showing";
import { type Key, t } from "./texts";
import type { Game, Hint, Judged, Preview, Table, View } from "./types";

/** The step that begins the next round. */
const NEXT = "next";
/** Seconds for a hint in a browser, and by a program. */
const HINT = { browser: 2, program: 120 };

export class Play {
  readonly element: HTMLElement;
  private view: View | undefined;
  private board: BoardView | undefined;
  private redo: string[] = [];
  private readonly showing: Showing;
  private readonly choosing: Choosing;
  private seats: Seats | undefined;
  private generation = 0;
  private ended = false;
  private seed = Math.floor(Math.random() * 2 ** 32);

  private readonly place = h("div", { class: "board-place" });
  private readonly players = h("div", { class: "players" });
  private readonly status = h("p", { class: "status", role: "status", "aria-live": "polite" });
  private readonly hover = h("p", { class: "preview" });
  private readonly actions = h("div", { class: "actions" });
  private readonly moves = h("div", { class: "choice" });
  private readonly narration = h("ol", { class: "narration" });
  private readonly history = h("ol", { class: "history" });
  private readonly hints = h("div", { class: "hints" });
  private readonly setting = h("div", { class: "setting" });

  constructor(
    readonly table: Table,
    /** Called after each step, to remember it. */
    private readonly keep: (table: Table) => void,
    private readonly game: Game,
    before: Node[] = [],
  ) {
    this.showing = new Showing(this.narration, this.status);
    this.choosing = new Choosing(
      this.moves,
      (name) => this.play(name),
      (name) => this.preview(name),
    );
    this.element = h(
      "div",
      { class: "play" },
      h("div", { class: "table" }, before, this.players, this.place, this.status, this.hover, this.moves, this.actions),
      h(
        "div",
        { class: "beside" },
        this.setting,
        h("section", {}, h("h3", {}, t("this-turn")), this.narration),
        h("section", { class: "hints-section" }, this.hints),
        h("section", {}, h("h3", {}, t("moves-so-far")), this.history),
      ),
    );
    this.element.addEventListener("keydown", (event) => this.key(event));
  }

  async begin(): Promise<void> {
    try {
      await this.refresh(false);
    } catch (error) {
      this.failed(error);
    }
  }

  /** Gives up what is thought about. */
  end(): void {
    this.ended = true;
    removeEventListener(GONE, this.lost);
    this.generation++;
    thinker.cancel();
    this.showing.skip();
  }

  /** What goes on, for style sheets and tests: `busy`, `choose`, `thinks`, `between-rounds` or `over`. */
  private set state(state: string) {
    this.element.dataset["state"] = state;
  }

  private key(event: KeyboardEvent): void {
    const inField = event.target instanceof HTMLSelectElement || event.target instanceof HTMLInputElement;
    if (inField || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") {
      if (this.showing.busy) this.showing.skip();
      else this.choosing.leave();
    } else if (event.key === "u") this.undo();
    else if (event.key === "r") this.again();
    else if (event.key === "h") this.hint();
    else return;
    event.preventDefault();
  }

  private failed(error: unknown): void {
    if (error instanceof Cancelled) return;
    const text = error instanceof Refusal ? error.refused.error : String(error);
    say(this.status, text);
    this.status.classList.add("bad");
  }

  private async refresh(frames: boolean): Promise<void> {
    const generation = ++this.generation;
    this.state = "busy";
    thinker.cancel();
    fill(this.hints);
    fill(this.hover);
    this.choosing.clear();
    if (this.board) this.board.choosable = undefined;
    const view = await quick.ask<View>({ ask: "table", table: this.table, frames });
    if (generation !== this.generation) return;
    const before = this.view;
    this.view = view;
    this.status.classList.remove("bad");
    this.keep(this.table);
    if (!this.board) {
      this.board = new BoardView(view.board);
      fill(this.place, this.board.element);
      await this.drawSetting(view);
      addEventListener(GONE, this.lost);
    }
    const kept = this.board.hasFocus || this.moves.contains(document.activeElement);
    this.board.values = new Map();
    this.draw();
    if (frames && before && view.frames && view.frames.length > 0) {
      await this.showing.show(this.board, before.position, view);
      if (generation !== this.generation) return;
    } else {
      this.showing.tell(view.told ?? []);
    }
    this.board.show(view.position);
    this.board.point(view.lastCells, "last");
    this.draw();
    this.turn();
    if (kept || document.activeElement === document.body) this.board.focus();
  }

  /** Who plays, by which levels; a program has more of them. */
  private async drawSetting(view: View): Promise<void> {
    const more: Level[] = (await program()).program ? LONG : [];
    const { database, databaseError } = this.game;
    this.seats = seats(view.board.players, database ? [...more, PERFECT] : more, () => this.turn());
    const told = database ? t("has-database") : databaseError;
    fill(
      this.setting,
      this.seats.element,
      this.showing.speedField(),
      told && h("p", { class: database ? "notes" : "bad" }, told),
    );
  }

  /** The program that thought does not answer any more. */
  private readonly lost = () => void (this.view && this.drawSetting(this.view).then(() => this.turn()));

  /** Shows whose turn it is, and lets him choose, or a machine think. */
  private turn(): void {
    const { view, board } = this;
    if (!view || !board || this.showing.busy) return;
    thinker.cancel();
    this.choosing.clear();
    board.choosable = undefined;
    say(this.status, this.standing(view));
    const machine = view.toMove === null ? undefined : this.seats?.machine(view.toMove);
    this.state = view.over ? "over" : view.betweenRounds ? "between-rounds" : machine ? "thinks" : "choose";
    if (machine && !view.over) {
      this.think(machine);
      return;
    }
    this.choosing.offer(view, board);
    board.choosable = {
      cells: this.choosing.cells,
      choose: (cell) => this.choosing.choose(cell),
      look: (cell) => this.look(cell),
    };
  }

  private standing(view: View): string {
    if (view.over || view.betweenRounds)
      return [view.result, view.reason && t("because", { reason: view.reason })].filter(Boolean).join(". ");
    const player = view.board.players[view.toMove ?? 0] ?? "";
    const text = view.mustPass ? t("must-pass", { player }) : t(view.layingOut ? "lays-out" : "to-move", { player });
    return text.slice(0, 1).toUpperCase() + text.slice(1);
  }

  private async think(machine: string): Promise<void> {
    const generation = this.generation;
    const player = this.view?.board.players[this.view.toMove ?? 0] ?? "";
    say(this.status, t("thinks", { player }));
    try {
      const { move } = await thinker.ask<{ move: string | null }>({
        ask: "think",
        table: this.table,
        player: machine,
        seed: this.seed,
      });
      if (generation === this.generation && move) await this.step(move);
    } catch (error) {
      this.failed(error);
    }
  }

  private async play(name: string): Promise<void> {
    if (this.showing.busy) this.showing.skip();
    await this.step(name);
  }

  private async step(name: string): Promise<void> {
    const steps = this.table.steps;
    this.table.steps = [...steps, name];
    this.redo = [];
    try {
      await this.refresh(true);
    } catch (error) {
      this.table.steps = steps;
      this.failed(error);
    }
  }

  /** Takes back the last step of a person, with those of machines after it. */
  private async undo(): Promise<void> {
    if (this.table.steps.length === 0) return;
    this.showing.skip();
    const past = this.view?.past ?? [];
    let count = this.table.steps.length - 1;
    while (count > 0 && past[count] && !past[count]?.next && this.seats?.machine(past[count]?.by ?? 0)) count--;
    this.redo = [...this.table.steps.slice(count), ...this.redo];
    this.table.steps = this.table.steps.slice(0, count);
    this.seats?.rest();
    await this.refresh(false).catch((error) => this.failed(error));
  }

  private async again(): Promise<void> {
    const [next, ...rest] = this.redo;
    if (next === undefined) return;
    this.showing.skip();
    this.table.steps = [...this.table.steps, next];
    this.redo = rest;
    await this.refresh(true).catch((error) => this.failed(error));
  }

  private async restart(): Promise<void> {
    this.showing.skip();
    this.redo = [];
    this.table.steps = [];
    this.seed = Math.floor(Math.random() * 2 ** 32);
    await this.refresh(false).catch((error) => this.failed(error));
  }

  private looked = -1;

  /** Tells what the moves from a hole would do. */
  private async look(cell: number | null): Promise<void> {
    this.looked = cell ?? -1;
    const { view, board, choosing } = this;
    if (!view || !board || cell === null || view.layingOut || !choosing.cells.has(cell)) {
      if (cell === null) fill(this.hover);
      board?.point([], "falls");
      return;
    }
    const begun = choosing.begun(cell);
    const all = await Promise.all(begun.slice(0, 2).map((name) => this.preview(name)));
    if (this.looked !== cell || this.view !== view) return;
    board.point(
      all.map((one) => one.falls).filter((one): one is number => typeof one === "number"),
      "falls",
    );
    say(this.hover, all.map((one) => one.told).join("; "));
  }

  private preview(name: string): Promise<Preview> {
    return quick.ask<Preview>({ ask: "preview", table: this.table, move: name });
  }

  private async hint(): Promise<void> {
    const { view, board } = this;
    if (!view || !board || this.showing.busy || view.over || view.betweenRounds || view.layingOut) return;
    const generation = this.generation;
    thinker.cancel();
    const place = h("div", {});
    const stop = h("button", { type: "button", onclick: () => thinker.cancel() }, t("stop"));
    const thinking = h("p", {}, h("span", { role: "status" }, t("looking-ahead")), " ", stop);
    fill(this.hints, h("h3", {}, t("hint")), thinking, place);
    try {
      const seconds = (await program()).program ? HINT.program : HINT.browser;
      const question = { ask: "hint", table: this.table, seconds, seed: this.seed };
      const show = (found: Hint) => {
        if (generation === this.generation) this.showHint(place, found, view, board);
      };
      // what each depth shows is worth seeing
      show(await thinker.ask<Hint>(question, (told) => "moves" in told && show(told as unknown as Hint)));
    } catch (error) {
      this.failed(error);
    }
    thinking.remove();
  }

  /** Shows the values of the moves, and their lines. */
  private showHint(place: HTMLElement, found: Hint, view: View, board: BoardView): void {
    const values = new Map<number, string>();
    for (const { move, value } of found.moves) {
      const cell = view.moves.find((one) => one.name === move)?.cell;
      if (cell !== null && cell !== undefined && !values.has(cell)) values.set(cell, value);
    }
    board.values = values;
    const row = (one: Hint["moves"][number]) =>
      h("tr", {}, h("th", { scope: "row" }, one.move), h("td", {}, one.value), h("td", {}, one.line));
    const certainty = found.certainty ?? "guess";
    const told =
      certainty === "database"
        ? t("hint-database")
        : t("hint-depth", {
            depth: found.depth ?? 0,
            certainty: t(`certainty-${certainty.replace(/ /g, "-")}` as Key),
          });
    fill(
      place,
      h("p", {}, told),
      scrolling(
        h(
          "table",
          {},
          h("thead", {}, h("tr", {}, h("th", {}, t("move")), h("th", {}, t("value")), h("th", {}, t("best-play")))),
          h("tbody", {}, found.moves.map(row)),
        ),
      ),
    );
  }

  /** Values every move of the game, one after the other. */
  private async review(): Promise<void> {
    const generation = this.generation;
    thinker.cancel();
    const rows = h("tbody", {});
    const progress = h("progress", { max: this.table.steps.length, value: 0, "aria-label": t("review") });
    const stop = h("button", { type: "button", onclick: () => thinker.cancel() }, t("stop"));
    fill(
      this.hints,
      h("h3", {}, t("review")),
      h("p", {}, t("review-told")),
      h("p", {}, progress, " ", stop),
      scrolling(
        h(
          "table",
          {},
          h("thead", {}, h("tr", {}, h("th", {}, t("move")), h("th", {}, t("value")), h("th", {}, t("best")))),
          rows,
        ),
      ),
    );
    try {
      for (const [step, name] of this.table.steps.entries()) {
        const past = this.view?.past[step];
        if (name !== NEXT && past && !past.layingOut) {
          const judged = await thinker.ask<Judged | null>({ ask: "judge", table: this.table, step });
          if (generation !== this.generation || this.ended) return;
          const who = this.view?.board.players[past.by] ?? "";
          if (judged)
            rows.append(
              h(
                "tr",
                judged.mark ? { class: "lost" } : {},
                h("th", { scope: "row" }, `${past.number}. ${who} ${name} ${judged.mark}`),
                h("td", {}, judged.played ?? judged.value),
                h("td", {}, judged.played ? `${judged.best}: ${judged.value}` : ""),
              ),
            );
        }
        progress.value = step + 1;
      }
    } catch (error) {
      this.failed(error);
    }
    stop.remove();
    this.turn();
  }

  private draw(): void {
    const view = this.view;
    if (!view) return;
    const { board, position } = view;
    const player = (name: string, nth: number) => {
      const store = board.stores[nth] ?? 0;
      const beside = !board.ends?.includes(store) && (position.seeds[store] ?? 0) !== 0;
      const facts = [
        t("won", { count: view.captured[nth] ?? 0 }),
        beside && t("in-store", { count: position.seeds[store] ?? 0 }),
        view.match && t("owned", { count: view.match.owned[nth] ?? 0 }),
        view.match && (view.match.reserve[nth] ?? 0) !== 0 && t("reserve", { count: view.match.reserve[nth] ?? 0 }),
        view.match?.points.some((points) => points !== 0) && t("points", { count: view.match.points[nth] ?? 0 }),
      ].filter(Boolean);
      const turn = view.toMove === nth;
      const won = view.winners?.includes(nth) ?? false;
      return h(
        "div",
        { class: `player${turn ? " turn" : ""}`, "data-player": nth },
        h("b", {}, turn ? "▶ " : "", name, won ? " ★" : ""),
        " ",
        h("span", {}, facts.join(", ")),
      );
    };
    fill(
      this.players,
      board.players.map(player),
      view.match &&
        h(
          "div",
          { class: "round" },
          t("round", { round: view.round }),
          view.match.pot > 0 && `, ${t("pot", { count: view.match.pot })}`,
          view.match.gone > 0 && `, ${t("gone", { count: view.match.gone })}`,
        ),
      position.notes.length > 0 && h("div", { class: "notes" }, position.notes.join("; ")),
    );
    this.drawHistory(view);
    const button = (key: Key, act: () => void, enabled: boolean, letter?: string) =>
      h(
        "button",
        {
          type: "button",
          onclick: act,
          disabled: !enabled,
          ...(letter ? { "aria-keyshortcuts": letter, title: t("key", { key: letter }) } : {}),
        },
        t(key),
      );
    const plays = !view.over && !view.betweenRounds && !view.layingOut;
    const next = view.betweenRounds && !view.over;
    fill(
      this.actions,
      next &&
        h("button", { type: "button", class: "main next-round", onclick: () => this.play(NEXT) }, t("next-round")),
      button("undo", () => this.undo(), this.table.steps.length > 0, "u"),
      button("redo", () => this.again(), this.redo.length > 0, "r"),
      button("hint", () => this.hint(), plays, "h"),
      button("review", () => this.review(), this.table.steps.length > 0),
      button("restart", () => this.restart(), this.table.steps.length > 0),
      h(
        "button",
        { type: "button", onclick: (event: Event) => copyLink(event, { kind: "play", table: this.table }) },
        t("share"),
      ),
      plays &&
        h(
          "button",
          { type: "button", onclick: (event: Event) => copyLink(event, { kind: "play", table: this.begunHere(view) }) },
          t("share-position"),
        ),
    );
  }

  /** A table that begins with the position on the board. */
  private begunHere(view: View): Table {
    const { game } = this.table;
    return { game, from: view.position.text, steps: [] };
  }

  private drawHistory(view: View): void {
    const items = view.past.map((one, at) => {
      if (one.next) return h("li", { class: "next" }, t("next-round-begun"));
      const text = `${one.number}. ${view.board.players[one.by] ?? ""} ${one.move}`;
      const back = h(
        "button",
        { type: "button", class: "link", title: t("go-back"), onclick: () => this.goTo(at + 1) },
        text,
      );
      return h("li", {}, back, one.gathered && ` (${one.gathered})`);
    });
    fill(this.history, items);
    this.history.scrollTop = this.history.scrollHeight;
  }

  private async goTo(count: number): Promise<void> {
    if (count === this.table.steps.length) return;
    this.showing.skip();
    this.redo = [...this.table.steps.slice(count), ...this.redo];
    this.table.steps = this.table.steps.slice(0, count);
    this.seats?.rest();
    await this.refresh(false).catch((error) => this.failed(error));
  }
}
