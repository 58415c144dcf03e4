// Statistics of random games, with bars.

import { h } from "./dom";
import { t } from "./texts";
import type { Statistics } from "./types";

/** Most bars of a histogram. */
const BARS = 30;

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

/** Numbers, each with how often it was counted, as bars. */
export function histogram(title: string, counts: [number, number][]): HTMLElement | null {
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
  const of = (at: number) => (width === 1 ? `${low + at}` : `${low + at * width}–${Math.min(low + at * width + width - 1, high)}`);
  const told = bars.map((count, at) => `${of(at)}: ${count}`).join(", ");
  const bar = (count: number, at: number) => h("div", { class: "bar-place", title: `${of(at)}: ${count}` }, h("div", { class: "column", style: `height:${(100 * count) / most}%` }));
  return h(
    "figure",
    { class: "histogram" },
    h("figcaption", {}, title),
    h("div", { class: "columns", role: "img", "aria-label": `${title}. ${told}` }, bars.map(bar)),
    h("div", { class: "axis", "aria-hidden": "true" }, h("span", {}, low), h("span", {}, high)),
  );
}

export function statistics(found: Statistics, players: string[], go: (line: number) => void): HTMLElement {
  const row = (name: string, ...cells: (string | number)[]) => h("tr", {}, h("th", { scope: "row" }, name), cells.map((cell) => h("td", {}, cell)));
  const wins = found.wins.map((one, at) => row(t("wins", { player: players[at] ?? "" }), one.number, percent(one.share)));
  const line = (number: number) => h("button", { type: "button", class: "link", onclick: () => go(number) }, t("line", { line: number }));
  const ending = (one: Statistics["endings"][number]) => h("li", {}, one.line && line(one.line.line), ` ${one.reason}: ${one.games}`);
  const never = found.rules.filter((one) => one.count === 0);
  return h(
    "div",
    {},
    h("p", {}, t("random-games", { games: found.games })),
    h("table", {}, h("tbody", {}, wins, row(t("drawn"), found.draws.number, percent(found.draws.share)), found.stopped > 0 && row(t("stopped"), found.stopped, ""),
      found.length && row(t("length"), t("mean", { mean: found.length.mean.toFixed(1) }), t("from-to", { from: found.length.min, to: found.length.max })),
      found.branching && row(t("legal-moves"), t("mean", { mean: found.branching.mean.toFixed(2) }), t("most", { most: found.branching.max })),
      row(t("passes"), found.passes, ""))),
    histogram(t("length"), found.lengths),
    (found.scores ?? []).map((counts, at) => histogram(t("score-of", { player: players[at] ?? "" }), counts)),
    h("h4", {}, t("how-games-end")),
    h("ul", {}, found.endings.map(ending)),
    never.length > 0 && [h("h4", {}, t("never-applied")), h("ul", {}, never.map((one) => h("li", {}, line(one.line.line), " ", one.condition || t("always"))))],
  );
}
