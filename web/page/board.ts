// Draws a board as holes that can be chosen with the mouse, by touch and by keyboard, and moves a hand over it.

import { fill, h, say, svg } from "./dom";
import { t } from "./texts";
import type { Board, Position } from "./types";

/** Most seeds drawn as dots. */
const MOST_DOTS = 16;

/** Where the dots of a number of seeds lie: a spiral, so that every number has its own picture. */
function dots(seeds: number): SVGElement {
  const picture = svg("svg", { viewBox: "-10 -10 20 20", class: "dots", "aria-hidden": "true" });
  const turn = Math.PI * (3 - Math.sqrt(5));
  const shown = Math.min(seeds, MOST_DOTS);
  // few seeds lie near the middle, many as far as there is room
  const spread = Math.min(7.8, 2 + 1.9 * Math.sqrt(shown));
  for (let nth = 0; nth < shown; nth++) {
    const far = shown === 1 ? 0 : spread * Math.sqrt((nth + 0.5) / shown);
    picture.append(svg("circle", { cx: far * Math.cos(nth * turn), cy: far * Math.sin(nth * turn), r: 1.45 }));
  }
  return picture;
}

export interface Choosable {
  /** The cells that can be chosen now. */
  cells: Set<number>;
  choose(cell: number): void;
  /** The cell looked at, or none. */
  look(cell: number | null): void;
}

export class BoardView {
  readonly element: HTMLElement;
  private readonly holes: HTMLElement[] = [];
  private readonly grid: HTMLElement;
  private readonly hand = h("div", { class: "hand", "aria-hidden": "true", hidden: true });
  private focused = 0;
  private shown: Position | undefined;
  private choice: Choosable | undefined;
  private badges = new Map<number, string>();

  /** `still`: a picture, which is one image for screen readers. */
  constructor(
    readonly board: Board,
    private readonly still = false,
  ) {
    this.grid = h("div", {
      class: `board${still ? " still" : ""}`,
      role: still ? "img" : "group",
      "aria-label": t("board", { rows: board.rows, columns: board.columns }),
      style: `--columns:${board.columns};--rows:${board.rows};--ends:${board.ends ? 1 : 0}`,
    });
    for (let cell = 0; cell < board.cells.length; cell++) this.holes.push(this.hole(cell));
    this.layOut();
    this.element = h("div", { class: "board-frame" }, this.grid);
    this.grid.addEventListener("keydown", (event) => this.move(event));
  }

  private hole(cell: number): HTMLElement {
    const { holes, columns } = { holes: this.board.rows * this.board.columns, columns: this.board.columns };
    const hole = h(this.still ? "span" : "button", {
      class: "hole",
      "data-cell": cell,
      ...(this.still ? {} : { type: "button", tabindex: -1 }),
    });
    if (!this.still) this.listen(hole, cell);
    if (cell < holes) {
      const row = this.board.rows - Math.floor(cell / columns);
      hole.style.gridRow = String(row);
      hole.style.gridColumn = String((cell % columns) + 1 + (this.board.ends ? 1 : 0) + 1);
    }
    return hole;
  }

  /** A hole to play with can be chosen and looked at. */
  private listen(hole: HTMLElement, cell: number): void {
    hole.addEventListener("click", () => {
      this.focused = cell;
      if (this.choice?.cells.has(cell)) this.choice.choose(cell);
    });
    hole.addEventListener("mouseenter", () => this.choice?.look(cell));
    hole.addEventListener("mouseleave", () => this.choice?.look(null));
    hole.addEventListener("focus", () => {
      this.focused = cell;
      this.choice?.look(cell);
    });
  }

  private layOut(): void {
    const { rows, columns, ends } = this.board;
    const first = ends ? 2 : 1;
    for (let row = 0; row < rows; row++) {
      const label = h("span", { class: "row-label", "aria-hidden": "true" }, rows - row);
      label.style.gridRow = String(row + 1);
      label.style.gridColumn = "1";
      this.grid.append(label);
      for (let column = 0; column < columns; column++) {
        const cell = (rows - 1 - row) * columns + column;
        this.grid.append(this.holes[cell] as Node);
      }
    }
    for (const [nth, end] of (ends ?? []).entries()) {
      const hole = this.holes[end] as HTMLElement;
      hole.classList.add("end");
      hole.style.gridRow = `1 / ${rows + 1}`;
      hole.style.gridColumn = nth === 0 ? "2" : String(columns + 3);
      this.grid.append(hole);
    }
    for (let column = 0; column < columns; column++) {
      const name = (this.board.cells[column] ?? "").replace(/\d+$/, "");
      const label = h("span", { class: "column-label", "aria-hidden": "true" }, name);
      label.style.gridRow = String(rows + 1);
      label.style.gridColumn = String(column + first + 1);
      this.grid.append(label);
    }
    this.grid.append(this.hand);
  }

  /** What can be chosen; nothing while a turn is shown. */
  set choosable(choice: Choosable | undefined) {
    this.choice = choice;
    if (this.shown) this.show(this.shown);
    const cells = choice ? [...choice.cells] : [];
    if (cells.length > 0 && !cells.includes(this.focused)) this.focused = cells[0] as number;
    this.tabs();
  }

  private tabs(): void {
    for (const [cell, hole] of this.holes.entries()) hole.tabIndex = cell === this.focused ? 0 : -1;
  }

  /** Moves the focus with the arrow keys. */
  private move(event: KeyboardEvent): void {
    const { rows, columns, ends } = this.board;
    const holes = rows * columns;
    const steps: Record<string, [number, number]> = {
      ArrowLeft: [0, -1],
      ArrowRight: [0, 1],
      ArrowUp: [1, 0],
      ArrowDown: [-1, 0],
    };
    const step = steps[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    let next = this.focused;
    if (this.focused >= holes) {
      next = ends && this.focused === ends[0] ? 0 : columns - 1;
    } else {
      const row = Math.floor(this.focused / columns) + step[0];
      const column = (this.focused % columns) + step[1];
      if (ends && column < 0) next = ends[0];
      else if (ends && column >= columns) next = ends[1];
      else if (row >= 0 && row < rows && column >= 0 && column < columns) next = row * columns + column;
    }
    this.focused = next;
    this.tabs();
    this.holes[next]?.focus();
  }

  focus(): void {
    this.holes[this.focused]?.focus({ preventScroll: true });
  }

  get hasFocus(): boolean {
    return this.grid.contains(document.activeElement);
  }

  /** Writes a value into holes, as a hint does. */
  set values(badges: Map<number, string>) {
    this.badges = badges;
    if (this.shown) this.show(this.shown);
  }

  point(cells: number[], kind: string): void {
    for (const [cell, hole] of this.holes.entries()) hole.classList.toggle(kind, cells.includes(cell));
  }

  /** Shows a position. */
  show(position: Position): void {
    this.shown = position;
    for (const [cell, hole] of this.holes.entries())
      if (hole.isConnected || hole.parentElement) this.draw(cell, hole, position);
    if (this.still) this.grid.setAttribute("aria-label", this.told(position));
  }

  private draw(cell: number, hole: HTMLElement, position: Position): void {
    const seeds = position.seeds[cell] ?? 0;
    const owner = position.owner[cell];
    const marks = position.marks[cell] ?? [];
    const closed = position.closed.includes(cell);
    const locked = position.locked.includes(cell);
    const playable = this.choice?.cells.has(cell) ?? false;
    const badge = this.badges.get(cell);
    const letters = marks.map((player) => this.initial(player)).join("");
    hole.classList.toggle("playable", playable);
    hole.classList.toggle("closed", closed);
    hole.classList.toggle("locked", locked);
    hole.dataset["owner"] = owner === null || owner === undefined ? "" : String(owner);
    hole.dataset["mark"] = marks.length > 0 ? String(marks[0]) : "";
    const said = [
      `${this.board.cells[cell] ?? ""}: ${t(seeds === 1 ? "seed" : "seeds", { count: seeds })}`,
      marks.length > 0 && t("marked-by", { players: marks.map((player) => this.board.players[player]).join(", ") }),
      closed && t("closed"),
      locked && t("locked"),
      playable && t("may-be-chosen"),
      badge && t("worth", { value: badge }),
    ];
    // a picture is told as a whole
    if (!this.still) {
      hole.setAttribute("aria-disabled", String(!playable));
      hole.setAttribute("aria-label", said.filter(Boolean).join(", "));
    }
    fill(
      hole,
      seeds > 0 && dots(seeds),
      closed && seeds === 0
        ? h("span", { class: "number", "aria-hidden": "true", "data-shown": "×" })
        : h("span", { class: "number", "aria-hidden": "true" }, seeds),
      letters !== "" && h("span", { class: "mark", "aria-hidden": "true", "data-shown": letters }),
      badge && h("span", { class: "badge", "aria-hidden": "true", "data-shown": badge }),
    );
  }

  private initial(player: number): string {
    const name = this.board.players[player] ?? "";
    return /\d/.test(name) ? name.replace(/\D/g, "") : name.slice(0, 1).toUpperCase();
  }

  private told(position: Position): string {
    const { rows, columns } = this.board;
    const row = (nth: number) => position.seeds.slice(nth * columns, (nth + 1) * columns).join(" ");
    const all = Array.from({ length: rows }, (_, nth) =>
      t("row-holds", { row: rows - nth, seeds: row(rows - 1 - nth) }),
    );
    return [...all, ...position.notes].join("; ");
  }

  /** Shows the hand over a cell, with the number of seeds in it. */
  hold(cell: number | null, seeds: number): void {
    const hole = cell === null ? undefined : this.holes[cell];
    if (!hole?.isConnected || seeds <= 0) {
      this.hand.hidden = true;
      return;
    }
    this.hand.hidden = false;
    say(this.hand, String(seeds));
    const [x, y] = [hole.offsetLeft + hole.offsetWidth / 2, hole.offsetTop];
    this.hand.style.transform = `translate(${x}px, ${y}px) translate(-50%, -55%)`;
  }
}

/** A small picture of a position. */
export function picture(board: Board, position: Position): HTMLElement {
  const view = new BoardView(board, true);
  view.show(position);
  return h(
    "figure",
    { class: "picture" },
    view.element,
    position.notes.length > 0 && h("figcaption", {}, position.notes.join("; ")),
  );
}
