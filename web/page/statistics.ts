// Statistics of random games, with bars.

import type { Entries } from "./changes";
import { h, scrolling } from "./dom";
import { t } from "./texts";
import type { Statistics } from "./types";

/** Most bars of a histogram. */
const BARS = 30;

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

/** Numbers, each with how often it was counted, as bars. */
export function histogram(title: string, counts: [number, number][], isChanged = false): HTMLElement | null {
  const numbers = counts.map(([number]) => number);
  if (numbers.length === 0) return null;
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  const width = Math.max(1, Math.ceil((high - low + 1) / BARS));
  const bars = new Array<number>(Math.floor((high - low) / width) + 1).fill(0);
  for (const [number, count] of counts) {
    const at = Math.floor((number - low) / width);
    bars[at] = (bars[at] ?? 0) + count;
  }
  const most = Math.max(...bars);
  const of = (at: number) =>
    width === 1 ? `${low + at}` : `${low + at * width}–${Math.min(low + at * width + width - 1, high)}`;
  const told = bars.map((count, at) => `${of(at)}: ${count}`).join(", ");
  const bar = (count: number, at: number) =>
    h(
      "div",
      { class: "bar-place", title: `${of(at)}: ${count}` },
      h("div", { class: "column", style: `height:${(100 * count) / most}%` }),
    );
  return h(
    "figure",
    { class: `histogram${isChanged ? " changed" : ""}` },
    h("figcaption", {}, title),
    h("div", { class: "columns", role: "img", "aria-label": `${title}. ${told}` }, bars.map(bar)),
    h("div", { class: "axis", "aria-hidden": "true" }, h("span", {}, low), h("span", {}, high)),
  );
}

/** The rows of the table: a name and its cells. */
function rows(found: Statistics, players: string[]): [string, (string | number)[]][] {
  const all: [string, (string | number)[]][] = found.wins.map((one, at) => [
    t("wins", { player: players[at] ?? "" }),
    [one.number, percent(one.share)],
  ]);
  all.push([t("drawn"), [found.draws.number, percent(found.draws.share)]]);
  if (found.stopped > 0) all.push([t("stopped"), [found.stopped, ""]]);
  if (found.length)
    all.push([
      t("length"),
      [
        t("mean", { mean: found.length.mean.toFixed(1) }),
        t("from-to", { from: found.length.min, to: found.length.max }),
      ],
    ]);
  if (found.branching)
    all.push([
      t("legal-moves"),
      [t("mean", { mean: found.branching.mean.toFixed(2) }), t("most", { most: found.branching.max })],
    ]);
  all.push([t("passes"), [found.passes, ""]]);
  return all;
}

const endings = (found: Statistics) => found.endings.map((one) => [one.reason, String(one.games)] as const);
const scores = (found: Statistics, players: string[]) =>
  (found.scores ?? []).map((counts, at) => [t("score-of", { player: players[at] ?? "" }), counts] as const);
/** Names that are also those of rows. */
const LENGTHS = "lengths";

/** What the statistics say, entry by entry. The games have one seed: another result has another rule. */
export function entriesOf(found: Statistics, players: string[]): Entries {
  const said = rows(found, players).map(([name, cells]) => [name, cells.join(" ")] as const);
  const drawn = [[LENGTHS, found.lengths] as const, ...scores(found, players)].map(
    ([name, counts]) => [name, JSON.stringify(counts)] as const,
  );
  return new Map([...said, ...drawn, ...endings(found)]);
}

/** Statistics; what differs from what they said before is pointed out, with what it was. */
export function statistics(
  found: Statistics,
  players: string[],
  go: (line: number) => void,
  before?: Entries,
): HTMLElement {
  const now = entriesOf(found, players);
  const isChanged = (name: string) => before !== undefined && before.get(name) !== now.get(name);
  const mark = (name: string) => (isChanged(name) ? { class: "changed" } : {});
  const was = (name: string) => isChanged(name) && before?.has(name) && h("del", {}, before.get(name));
  const row = ([name, cells]: [string, (string | number)[]]) =>
    h(
      "tr",
      mark(name),
      h("th", { scope: "row" }, name),
      cells.map((cell) => h("td", {}, cell)),
      before && h("td", {}, was(name)),
    );
  const line = (number: number) =>
    h("button", { type: "button", class: "link", onclick: () => go(number) }, t("line", { line: number }));
  const ending = (one: Statistics["endings"][number]) =>
    h("li", mark(one.reason), one.line && line(one.line.line), ` ${one.reason}: ${one.games} `, was(one.reason));
  const never = found.rules.filter((one) => one.count === 0);
  return h(
    "div",
    {},
    h("p", {}, t("random-games", { games: found.games })),
    scrolling(h("table", {}, h("tbody", {}, rows(found, players).map(row)))),
    histogram(t("length"), found.lengths, isChanged(LENGTHS)),
    scores(found, players).map(([name, counts]) => histogram(name, counts, isChanged(name))),
    h("h4", {}, t("how-games-end")),
    h("ul", {}, found.endings.map(ending)),
    never.length > 0 && [
      h("h4", {}, t("never-applied")),
      h(
        "ul",
        {},
        never.map((one) => h("li", {}, line(one.line.line), " ", one.condition || t("always"))),
      ),
    ],
  );
}
