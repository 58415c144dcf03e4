// What a rule file says: the board, the sentences, what is proved, the examples, the situations, a turn, and statistics.

import { picture } from "./board";
import { Changes, count, type Entries } from "./changes";
import { type Child, fill, h, scrolling } from "./dom";
import { Cancelled, Refusal, type Told, work } from "./engine";
import { exampleView } from "./examples";
import { readings } from "./readings";
import { reading, sections } from "./sentences";
import { entriesOfSituations, situations } from "./situations";
import { entriesOf, statistics } from "./statistics";
import { english, type Key, t } from "./texts";
import { isDark, THEMED } from "./theme";
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
  private readonly changes = new Changes<Key>();
  /** What has changed since the text was last left alone, panel by panel. */
  private readonly changed = h("p", { class: "what-changed", role: "status" });
  private readonly counts = new Map<Key, number>();
  private readonly badges = new Map<Key, HTMLElement>();

  constructor(private readonly go: (line: number) => void) {
    addEventListener(THEMED, this.themed);
    const keys: Key[] = [
      "panel-board",
      "panel-problems",
      "panel-sentences",
      "panel-play",
      "panel-examples",
      "panel-statistics",
      "panel-situations",
      "panel-chart",
    ];
    const details = keys.map((key) => {
      const body = h("div", { class: "panel-body" });
      const badge = h("span", { class: "badge-changed", hidden: true }, t("changed"));
      this.panels.set(key, body);
      this.badges.set(key, badge);
      return h(
        "details",
        { open: true, class: "panel", "data-panel": key },
        h("summary", {}, t(key), " ", badge),
        body,
      );
    });
    this.element = h(
      "section",
      { class: "right", "aria-label": t("what-it-says") },
      this.notice,
      this.changed,
      details,
    );
  }

  end(): void {
    this.generation++;
    removeEventListener(THEMED, this.themed);
  }

  private readonly themed = () => void this.follow({ text: this.text, set: this.set });

  /** Notes what a panel says now, and tells how much of it has changed. Returns what it said before. */
  private note(key: Key, now: Entries): Entries | undefined {
    const before = this.changes.note(key, now);
    this.counts.set(key, count(before, now));
    const badge = this.badges.get(key);
    if (badge) badge.hidden = (this.counts.get(key) ?? 0) === 0;
    const link = (panel: Key) =>
      h(
        "button",
        { type: "button", class: "link", onclick: () => this.panels.get(panel)?.parentElement?.scrollIntoView() },
        t(panel),
      );
    const all = [...this.counts].filter(([, number]) => number > 0);
    fill(
      this.changed,
      all.length > 0 && [
        t("what-changed"),
        " ",
        all.map(([panel, number], at) => [at > 0 && ", ", link(panel), ` (${number})`]),
      ],
    );
    return before;
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
    this.changes.edited();
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
      const counted = await work.ask<Statistics>(
        { ask: "simulate", game: spec, games: GAMES, seed: 0, seconds: SECONDS },
        (told) => fresh() && this.counting(told),
      );
      if (!fresh()) return;
      const before = this.note("panel-statistics", entriesOf(counted, read.board.players));
      this.put("panel-statistics", statistics(counted, read.board.players, this.go, before));
      await this.rest(spec, fresh);
    } catch (error) {
      if (!fresh() || error instanceof Cancelled) return;
      this.refused(error);
    }
  }

  private async rest(spec: Spec, fresh: () => boolean): Promise<void> {
    try {
      const found = await work.ask<Situations>({ ask: "situations", game: spec, seconds: SECONDS });
      if (fresh())
        this.put(
          "panel-situations",
          situations(found, this.go, this.note("panel-situations", entriesOfSituations(found))),
        );
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (fresh()) this.put("panel-situations", h("p", {}, error.message));
    }
    const { svg } = await work.ask<{ svg: string }>({ ask: "chart", game: spec, dark: isDark() });
    if (!fresh()) return;
    const said = new Map(chartTexts(svg).map((text) => [text, text]));
    const before = this.note("panel-chart", said);
    const fresher = before ? [...said.keys()].filter((text) => !before.has(text)) : [];
    const address = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
    const image = h("img", { src: address, alt: t("chart-of", { game: this.title }), class: "chart" });
    const news =
      fresher.length > 0 &&
      h(
        "ul",
        { class: "news" },
        fresher.map((text) => h("li", { class: "changed", ...english }, text)),
      );
    this.put(
      "panel-chart",
      news,
      scrolling(image),
      h("p", {}, h("a", { href: address, download: "turn.svg" }, t("save-picture"))),
    );
  }

  /** A text that cannot be read has problems alone. */
  private refused(error: unknown): void {
    const refused = error instanceof Refusal ? error.refused : { error: String(error), problems: [] };
    const found =
      refused.problems.length > 0 ? this.problems(refused.problems) : h("p", { class: "bad" }, refused.error);
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
      h(
        "li",
        { class: "bad" },
        h("button", { type: "button", class: "link", onclick: () => this.go(one.line) }, t("line", { line: one.line })),
        " ",
        one.message,
        one.help && h("div", { class: "help" }, one.help),
        one.situation && h("pre", {}, one.situation),
      );
    return h("ul", { class: "problems" }, problems.map(item));
  }

  private checked(found: Check): void {
    if (found.problems.length > 0) {
      this.put("panel-problems", this.problems(found.problems));
      return;
    }
    const open = (found.unproved ?? []).map((one) =>
      h("li", { class: "assumed" }, t("not-proved", { what: one.unproved, why: one.why })),
    );
    const claims = (found.claims ?? []).map((one) => h("li", {}, t("claim", { claim: one.claim, said: one.said })));
    this.put(
      "panel-problems",
      h(
        "ul",
        { class: "problems" },
        open.length === 0 && h("li", { class: "good" }, t("all-proved")),
        open,
        claims,
        found.remark && h("li", {}, found.remark.remark),
      ),
    );
  }

  private sentences(explained: Explained): void {
    const now: Entries = new Map(explained.sentences.map((one) => [one.text, one.text]));
    const known = this.changes.known("panel-sentences");
    // most of it is gone: another game
    if (known && [...known.keys()].filter((text) => !now.has(text)).length > known.size / 2) this.forget();
    const before = this.note("panel-sentences", now);
    const gone = before ? [...before.keys()].filter((text) => !now.has(text)) : [];
    this.put(
      "panel-sentences",
      sections(explained.sentences, before && new Set(before.keys())),
      gone.length > 0 &&
        h(
          "div",
          { class: "gone" },
          h("h3", {}, t("no-longer")),
          h(
            "ul",
            english,
            gone.map((text) => h("li", {}, h("del", {}, text))),
          ),
        ),
      this.open(explained),
      explained.sources.length > 0 && [
        h("h3", {}, t("sources")),
        h(
          "ul",
          english,
          explained.sources.map((one) => h("li", {}, one.text)),
        ),
      ],
    );
  }

  /** Another file is shown: nothing of it is a change. */
  forget(): void {
    this.changes.forget();
    this.counts.clear();
    fill(this.changed);
    for (const badge of this.badges.values()) badge.hidden = true;
  }

  /** How many of the random games are played. */
  private counting({ done, of }: Told): void {
    if (done === undefined || of === undefined) return;
    const text = t("games-so-far", { done, of });
    this.put(
      "panel-statistics",
      h("p", { role: "status" }, h("progress", { max: of, value: done, "aria-label": text }), " ", text),
    );
    this.panels.get("panel-statistics")?.parentElement?.classList.add("old");
  }

  private open(explained: Explained): Child {
    if (explained.readings.length === 0) return null;
    const items = explained.readings.map((one) => reading(one));
    return [h("h3", {}, t("left-open")), h("ul", { class: "open" }, items)];
  }

  /** What each first move does; where that is not what it did before, it is pointed out. */
  private async play(spec: Spec, view: View, fresh: () => boolean): Promise<void> {
    const table = { game: spec, steps: [] };
    const moves = view.moves.slice(0, 24);
    const told = await Promise.all(moves.map((move) => work.ask<Preview>({ ask: "preview", table, move: move.name })));
    if (!fresh()) return;
    const now: Entries = new Map(moves.map((move, at) => [move.name, told[at]?.told ?? ""]));
    const before = this.note("panel-play", now);
    const items = [...now].map(([name, text]) =>
      h("li", before && before.get(name) !== text ? { class: "changed" } : {}, text || name),
    );
    this.put("panel-play", h("p", {}, t("first-moves")), h("ul", { class: "moves", ...english }, items));
  }

  private examples(all: Example[]): void {
    const failing = all.filter((one) => one.holds === false).length;
    const summary =
      all.length === 0 ? t("no-examples") : t("examples-hold", { holding: all.length - failing, all: all.length });
    const said = (one: Example) =>
      JSON.stringify([one.holds, one.differences, one.before, one.after, one.deeds, one.outcome]);
    const now: Entries = new Map(all.map((one) => [one.title, said(one)]));
    const before = this.note("panel-examples", now);
    const view = (one: Example) =>
      exampleView(one, () => this.go(one.line.line), before && before.get(one.title) !== said(one));
    this.put("panel-examples", h("p", { class: failing > 0 ? "bad" : "" }, summary), all.map(view));
  }
}

/** The texts of a chart, one for each box and arrow. */
function chartTexts(svg: string): string[] {
  const texts = new DOMParser().parseFromString(svg, "image/svg+xml").querySelectorAll("title, text");
  return [...new Set([...texts].map((text) => (text.textContent ?? "").trim()).filter(Boolean))];
}
