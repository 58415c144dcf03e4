// What a rule file says: the board, the sentences, what is proved, the examples, the situations, a turn, and statistics.

import { picture } from "./board";
import { type Child, fill, h } from "./dom";
import { Cancelled, Refusal, work } from "./engine";
import { exampleView } from "./examples";
import { readings } from "./readings";
import { grounds, sections } from "./sentences";
import { statistics } from "./statistics";
import { situations } from "./situations";
import { type Key, t } from "./texts";
import type { Check, Example, Explained, Game, Preview, Problem, Situations, Spec, Statistics, View } from "./types";

/** Random games of the statistics. */
const GAMES = 1000;
/** Seconds that the statistics and the situations may take. */
const SECONDS = 10;

export class Panels {
  readonly element: HTMLElement;
  readonly notice = h("p", { class: "notice", role: "status" });
  private readonly panels = new Map<Key, HTMLElement>();
  private generation = 0;
  private set: [string, string][] = [];
  private text = "";
  private title = "";
  private known = { sentences: new Set<string>(), play: new Map<string, string>() };
  private settle: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly go: (line: number) => void) {
    const keys: Key[] = ["panel-board", "panel-problems", "panel-sentences", "panel-play", "panel-examples", "panel-statistics", "panel-situations", "panel-chart"];
    const details = keys.map((key) => {
      const body = h("div", { class: "panel-body" });
      this.panels.set(key, body);
      return h("details", { open: true, class: "panel", "data-panel": key }, h("summary", {}, t(key)), body);
    });
    this.element = h("section", { class: "right", "aria-label": t("what-it-says") }, this.notice, details);
  }

  private put(key: Key, ...children: Child[]): void {
    const panel = this.panels.get(key);
    if (!panel) return;
    fill(panel, children);
    panel.parentElement?.classList.remove("old");
  }

  /** What is shown is of an earlier text until the answers come. */
  private old(): void {
    for (const panel of this.panels.values()) panel.parentElement?.classList.add("old");
  }

  /** Shows what a text says. */
  async follow(game: Spec): Promise<void> {
    const generation = ++this.generation;
    const fresh = () => generation === this.generation;
    work.cancel();
    this.old();
    this.text = game.text ?? "";
    const spec: Spec = { text: this.text, set: this.set };
    try {
      const read = await work.ask<Game>({ ask: "game", game: spec });
      if (!fresh()) return;
      fill(this.notice);
      this.board(read);
      const explained = await work.ask<Explained>({ ask: "explain", game: spec });
      if (!fresh()) return;
      this.sentences(explained);
      const view = await work.ask<View>({ ask: "table", table: { game: spec, steps: [] } });
      await this.play(spec, view, fresh);
      if (!fresh()) return;
      const { examples } = await work.ask<{ examples: Example[] }>({ ask: "examples", game: spec });
      if (!fresh()) return;
      this.examples(examples);
      const checked = await work.ask<Check>({ ask: "check", game: spec });
      if (!fresh()) return;
      this.checked(checked);
      const counted = await work.ask<Statistics>({ ask: "simulate", game: spec, games: GAMES, seed: 0, seconds: SECONDS });
      if (!fresh()) return;
      this.put("panel-statistics", statistics(counted, read.board.players, this.go));
      await this.rest(spec, fresh);
    } catch (error) {
      if (!fresh() || error instanceof Cancelled) return;
      this.refused(error);
    }
  }

  private async rest(spec: Spec, fresh: () => boolean): Promise<void> {
    try {
      const found = await work.ask<Situations>({ ask: "situations", game: spec, seconds: SECONDS });
      if (fresh()) this.put("panel-situations", situations(found, this.go));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (fresh()) this.put("panel-situations", h("p", {}, error.message));
    }
    const dark = matchMedia("(prefers-color-scheme: dark)").matches;
    const { svg } = await work.ask<{ svg: string }>({ ask: "chart", game: spec, dark });
    if (!fresh()) return;
    const address = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
    const image = h("img", { src: address, alt: t("chart-of", { game: this.title }), class: "chart" });
    this.put("panel-chart", h("div", { class: "scroll" }, image), h("p", {}, h("a", { href: address, download: "turn.svg" }, t("save-picture"))));
  }

  /** A text that cannot be read has problems alone. */
  private refused(error: unknown): void {
    const refused = error instanceof Refusal ? error.refused : { error: String(error), problems: [] };
    const found = refused.problems.length > 0 ? this.problems(refused.problems) : h("p", { class: "bad" }, refused.error);
    this.put("panel-problems", found);
    fill(this.notice, t("cannot-be-read"));
    // readings that the text does not have any more cannot be chosen
    if (refused.problems.length === 0 && this.set.length > 0) {
      this.set = [];
      void this.follow({ text: this.text });
    }
  }

  private board(read: Game): void {
    this.title = read.game.title;
    const choose = readings(read.game.options, this.set, (set) => {
      this.set = set;
      void this.follow({ text: this.text });
    });
    this.put("panel-board", h("h2", {}, read.game.title), picture(read.board, read.start), choose);
  }

  private problems(problems: Problem[]): HTMLElement {
    const item = (one: Problem) =>
      h("li", { class: "bad" },
        h("button", { type: "button", class: "link", onclick: () => this.go(one.line) }, t("line", { line: one.line })), " ", one.message,
        one.help && h("div", { class: "help" }, one.help), one.situation && h("pre", {}, one.situation));
    return h("ul", { class: "problems" }, problems.map(item));
  }

  private checked(found: Check): void {
    if (found.problems.length > 0) {
      this.put("panel-problems", this.problems(found.problems));
      return;
    }
    const open = (found.unproved ?? []).map((one) => h("li", { class: "assumed" }, t("not-proved", { what: one.unproved, why: one.why })));
    const claims = (found.claims ?? []).map((one) => h("li", {}, t("claim", { claim: one.claim, said: one.said })));
    this.put(
      "panel-problems",
      h("ul", { class: "problems" }, open.length === 0 && h("li", { class: "good" }, t("all-proved")), open, claims, found.remark && h("li", {}, found.remark.remark)),
    );
  }

  private sentences(explained: Explained): void {
    const now = new Set(explained.sentences.map((one) => one.text));
    const before = this.known.sentences;
    const gone = [...before].filter((text) => !now.has(text));
    const isNew = before.size === 0 || gone.length > before.size / 2;
    this.put(
      "panel-sentences",
      sections(explained.sentences, isNew ? undefined : before),
      !isNew && gone.length > 0 && h("div", { class: "gone" }, h("h3", {}, t("no-longer")), h("ul", {}, gone.map((text) => h("li", {}, h("del", {}, text))))),
      this.open(explained),
      explained.sources.length > 0 && [h("h3", {}, t("sources")), h("ul", {}, explained.sources.map((one) => h("li", {}, one.text)))],
    );
    this.learn(() => (this.known.sentences = now));
  }

  /** What changed stays pointed out until nothing was typed for a while. */
  private learn(then: () => void): void {
    const generation = this.generation;
    const first = this.known.sentences.size === 0;
    clearTimeout(this.settle);
    if (first) then();
    else this.settle = setTimeout(() => generation === this.generation && then(), 4000);
  }

  private open(explained: Explained): Child {
    if (explained.readings.length === 0) return null;
    const items = explained.readings.map((one) => h("li", one.in_force ? { class: "in-force" } : {}, one.in_force ? "● " : "○ ", one.text, " ", grounds(one.sources, one.assumed, one.ground)));
    return [h("h3", {}, t("left-open")), h("ul", { class: "open" }, items)];
  }

  /** What each first move does; where that is not what it did before, it is pointed out. */
  private async play(spec: Spec, view: View, fresh: () => boolean): Promise<void> {
    const table = { game: spec, steps: [] };
    const moves = view.moves.slice(0, 24);
    const told = await Promise.all(moves.map((move) => work.ask<Preview>({ ask: "preview", table, move: move.name })));
    if (!fresh()) return;
    const now = new Map(moves.map((move, at) => [move.name, told[at]?.told ?? ""]));
    const before = this.known.play;
    const items = [...now].map(([name, text]) => h("li", before.size > 0 && before.get(name) !== text ? { class: "changed" } : {}, text || name));
    this.put("panel-play", h("p", {}, t("first-moves")), h("ul", { class: "moves" }, items));
    this.known.play = now;
  }

  private examples(all: Example[]): void {
    const failing = all.filter((one) => one.holds === false).length;
    const summary = all.length === 0 ? t("no-examples") : t("examples-hold", { holding: all.length - failing, all: all.length });
    this.put("panel-examples", h("p", { class: failing > 0 ? "bad" : "" }, summary), all.map((one) => exampleView(one, () => this.go(one.line.line))));
  }
}
