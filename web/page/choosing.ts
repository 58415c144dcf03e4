// Lets a player choose a move step by step: the hole, then the direction and the answers to its rules.

import type { BoardView } from "./board";
import { fill, h } from "./dom";
import { type Key, t } from "./texts";
import type { Move, Part, Preview, View } from "./types";

export class Choosing {
  /** The cells that can be chosen now. */
  cells = new Set<number>();
  private view: View | undefined;
  private board: BoardView | undefined;
  private cell: number | undefined;
  /** The parts chosen so far, and the moves that begin with them. */
  private chosen: Part[] = [];

  constructor(
    private readonly place: HTMLElement,
    private readonly play: (name: string) => void,
    private readonly preview: (name: string) => Promise<Preview>,
  ) {}

  clear(): void {
    this.view = undefined;
    this.cells = new Set();
    this.cell = undefined;
    this.chosen = [];
    fill(this.place);
  }

  /** Offers the moves of a position. */
  offer(view: View, board: BoardView): void {
    this.view = view;
    this.board = board;
    this.cell = undefined;
    this.chosen = [];
    this.cells = new Set(view.moves.map((move) => move.cell).filter((cell): cell is number => cell !== null));
    this.others();
  }

  /** The moves that start from no hole. */
  private others(): void {
    const words = (this.view?.moves ?? []).filter((move) => move.cell === null);
    const label = (name: string) => t(`move-${name.replace(/\d+$/, "")}` as Key);
    fill(
      this.place,
      words.map((move) =>
        h("button", { type: "button", class: "main", onclick: () => this.play(move.name) }, label(move.name)),
      ),
    );
  }

  /** Goes back to the choice of a hole. */
  leave(): void {
    if (this.cell === undefined || !this.view || !this.board) return;
    this.offer(this.view, this.board);
    this.refreshed();
    this.board.focus();
  }

  private refreshed(): void {
    if (!this.board) return;
    this.board.choosable = { cells: this.cells, choose: (cell) => this.choose(cell), look: () => {} };
  }

  /** How the moves from a hole begin: one name for each direction. */
  begun(cell: number): string[] {
    const names = (this.view?.moves ?? [])
      .filter((move) => move.cell === cell)
      .map((move) => {
        const way = move.parts[0]?.way ?? "";
        return `${this.view?.board.cells[cell] ?? ""}${way}`;
      });
    return [...new Set(names)];
  }

  choose(cell: number): void {
    if (this.cell !== undefined) {
      this.pick(cell);
      return;
    }
    this.cell = cell;
    this.go();
  }

  private left(): Move[] {
    const same = (one: Part | undefined, other: Part) => JSON.stringify(one) === JSON.stringify(other);
    const from = (this.view?.moves ?? []).filter((move) => move.cell === this.cell);
    return from.filter((move) => this.chosen.every((part, at) => same(move.parts[at], part)));
  }

  /** Plays the move if only one is left, and otherwise asks for its next part. */
  private async go(): Promise<void> {
    const left = this.left();
    const only = left[0];
    if (left.length === 1 && only) {
      this.play(only.name);
      return;
    }
    const at = this.chosen.length;
    const parts = new Map<string, Part>();
    for (const move of left) {
      const part = move.parts[at];
      if (part) parts.set(JSON.stringify(part), part);
    }
    // where all answer alike there is nothing to ask
    const all = [...parts.values()];
    const one = all[0];
    if (all.length === 1 && one && left.every((move) => move.parts.length > at)) {
      this.chosen.push(one);
      await this.go();
      return;
    }
    this.ask(
      all,
      left.find((move) => move.parts.length === at),
    );
    const question = await this.question(left);
    const place = this.place.querySelector(".question");
    if (question && place) place.textContent = question;
  }

  private prefix(): string {
    const letters = (part: Part) => {
      if (part.way) return part.way;
      if (part.yes !== undefined) return part.yes ? "y" : "n";
      return (part.holes ?? []).map((hole) => `:${hole.split(/[ ']/)[0] ?? ""}`).join("");
    };
    return `${this.view?.board.cells[this.cell ?? 0] ?? ""}${this.chosen.map(letters).join("")}`;
  }

  /** The rule that asks. */
  private async question(left: Move[]): Promise<string | undefined> {
    if (left.some((move) => move.parts[this.chosen.length]?.way || move.parts[this.chosen.length]?.seeds !== undefined))
      return undefined;
    const preview = await this.preview(this.prefix()).catch(() => undefined);
    return preview?.question?.[0]?.text;
  }

  private ask(parts: Part[], done: Move | undefined): void {
    const label = (part: Part): string => {
      if (part.way) return t(part.way === "+" ? "counterclockwise" : "clockwise");
      if (part.yes !== undefined) return t(part.yes ? "rule-applies" : "rule-declined");
      if (part.seeds !== undefined) return t("puts", { count: part.seeds });
      return (part.holes ?? []).length === 0 ? t("none") : (part.holes ?? []).join(", ");
    };
    const take = (part: Part) => {
      this.chosen.push(part);
      this.go();
    };
    const buttons = parts.map((part) =>
      h("button", { type: "button", class: "main", onclick: () => take(part) }, label(part)),
    );
    const single = parts.filter((part) => part.cells?.length === 1);
    const name = this.view?.board.cells[this.cell ?? 0] ?? "";
    fill(
      this.place,
      h(
        "p",
        { class: "question", role: "status" },
        parts[0]?.way ? t("which-way", { hole: name }) : t("choose-for", { hole: name }),
      ),
      buttons,
      done && h("button", { type: "button", class: "main", onclick: () => this.play(done.name) }, t("that-is-all")),
      h("button", { type: "button", onclick: () => this.leave() }, t("another-hole")),
    );
    this.cells = new Set(single.map((part) => part.cells?.[0] as number));
    this.refreshed();
    this.place.querySelector("button")?.focus({ preventScroll: true });
  }

  /** A hole that answers the question was chosen on the board. */
  private pick(cell: number): void {
    const at = this.chosen.length;
    const part = this.left()
      .map((move) => move.parts[at])
      .find((one) => one?.cells?.length === 1 && one.cells[0] === cell);
    if (!part) return;
    this.chosen.push(part);
    this.go();
  }
}
