// Shows a turn seed by seed, with its sentences.

import type { BoardView } from "./board";
import { fill, h, say } from "./dom";
import { told } from "./sentences";
import { type Key, t } from "./texts";
import type { Position, Told, View } from "./types";

/** Milliseconds for the fall of a seed; what is to be read stays longer. */
const SPEEDS: [Key, number][] = [
  ["speed-slow", 550],
  ["speed-normal", 230],
  ["speed-fast", 90],
  ["speed-none", 0],
];
const REST = 2.6;
/** A turn takes at most this long; a longer one is shown faster. */
const LONGEST = 20_000;

function remembered(): number {
  const known = Number(localStorage.getItem("mancala-speed") ?? Number.NaN);
  if (SPEEDS.some(([, speed]) => speed === known)) return known;
  return matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 230;
}

export class Showing {
  busy = false;
  private speed = remembered();
  private skipped = false;
  private wake: (() => void) | undefined;

  constructor(
    private readonly narration: HTMLElement,
    private readonly status: HTMLElement,
  ) {}

  speedField(): HTMLElement {
    const select = h(
      "select",
      {
        onchange: (event: Event) => {
          this.speed = Number((event.target as HTMLSelectElement).value);
          localStorage.setItem("mancala-speed", String(this.speed));
          if (this.speed === 0) this.skip();
        },
      },
      SPEEDS.map(([key, speed]) => h("option", { value: speed, selected: speed === this.speed }, t(key))),
    );
    return h("label", { class: "field" }, h("span", {}, t("speed")), select);
  }

  /** Goes to the end of the turn that is shown. */
  skip(): void {
    if (!this.busy) return;
    this.skipped = true;
    this.wake?.();
  }

  private pause(time: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, time);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  tell(all: Told[]): void {
    fill(this.narration, all.map(told));
  }

  /** Shows a turn that led from a position to a view. */
  async show(board: BoardView, before: Position, view: View): Promise<void> {
    const lines = (view.told ?? []).map(told);
    fill(this.narration, lines);
    const frames = view.frames ?? [];
    const last = view.past[view.past.length - 1];
    if (last && !last.next)
      say(this.status, t("plays", { player: view.board.players[last.by] ?? "", move: last.move }));
    if (this.speed === 0 || frames.length === 0) return;
    this.busy = true;
    this.skipped = false;
    const weight = frames.reduce((sum, frame) => sum + (frame.rest ? REST : 1), 0);
    const unit = Math.min(this.speed, LONGEST / weight);
    const now: Position = { ...before, seeds: [...before.seeds], marks: [...before.marks] };
    for (const line of lines) line.classList.add("untold");
    for (const frame of frames) {
      for (const [cell, seeds, marks] of frame.cells) {
        now.seeds[cell] = seeds;
        now.marks[cell] = marks;
      }
      board.show(now);
      board.hold(frame.at, frame.hand);
      board.point(frame.at === null ? [] : [frame.at], "at");
      for (const [at, line] of lines.entries()) {
        line.classList.toggle("untold", at >= frame.told);
        line.classList.toggle("now", at === frame.told - 1);
      }
      lines[frame.told - 1]?.scrollIntoView({ block: "nearest" });
      await this.pause(unit * (frame.rest ? REST : 1));
      if (this.skipped) break;
    }
    for (const line of lines) line.classList.remove("untold", "now");
    board.hold(null, 0);
    board.point([], "at");
    this.busy = false;
    this.wake = undefined;
  }
}
