// Which rule decides which situation, as a table.

import type { Entries } from "./changes";
import { h, scrolling } from "./dom";
import { type Key, t } from "./texts";
import type { Situations } from "./types";

type List = Situations["lists"][number];

// lines are left out, since an edit moves them
const ruleName = (list: List, rule: List["rules"][number]) => `${list.list}: ${rule.condition}`;
const ruleText = (rule: List["rules"][number]) => JSON.stringify([rule.applies, rule.situation?.said]);
const cellName = (list: List, cell: List["decides"][number]) =>
  `${list.list}: ${cell.makes.join(" ")}, ${cell.marked ?? ""}, ${cell.falls}`;
const cellText = (list: List, cell: List["decides"][number]) =>
  cell.lines.map((one) => list.rules.find((rule) => rule.line === one.line)?.condition ?? "").join("; ");

/** What the table says, entry by entry. */
export function entriesOfSituations(found: Situations): Entries {
  const rules = found.lists.flatMap((list) =>
    list.rules.map((rule) => [ruleName(list, rule), ruleText(rule)] as const),
  );
  const cells = found.lists.flatMap((list) =>
    list.decides.map((cell) => [cellName(list, cell), cellText(list, cell)] as const),
  );
  return new Map([...rules, ...cells]);
}

/** The table; what differs from what it said before is pointed out. */
export function situations(found: Situations, go: (line: number) => void, before?: Entries): HTMLElement {
  const changed = (name: string, now: string) => (before && before.get(name) !== now ? " changed" : "");
  const line = (number: number) =>
    h("button", { type: "button", class: "link", onclick: () => go(number) }, String(number));
  const lists = found.lists.filter((list) => list.rules.some((rule) => rule.condition !== ""));
  const list = (one: List) => [
    h("h4", {}, one.list),
    grid(one),
    scrolling(
      h(
        "table",
        {},
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            ["line-heading", "rule-heading", "situation"].map((key) => h("th", {}, t(key as Key))),
          ),
        ),
        h(
          "tbody",
          {},
          one.rules.map((rule) =>
            h(
              "tr",
              { class: `${rule.applies === "never" ? "bad" : ""}${changed(ruleName(one, rule), ruleText(rule))}` },
              h("td", {}, line(rule.line)),
              h("td", {}, rule.condition || "otherwise"),
              h(
                "td",
                {},
                rule.situation
                  ? [
                      rule.situation.said,
                      h("details", {}, h("summary", {}, t("position")), h("code", {}, rule.situation.position)),
                    ]
                  : t(`applies-${rule.applies}` as Key),
              ),
            ),
          ),
        ),
      ),
    ),
    one.overlaps.length > 0 &&
      h(
        "ul",
        {},
        one.overlaps.map((overlap) =>
          h(
            "li",
            {},
            t("overlap", { first: overlap.first.line, second: overlap.second.line }),
            " ",
            overlap.situation.said,
          ),
        ),
      ),
  ];
  const position = (key: Key, text: string | null) => text && h("p", {}, t(key), " ", h("code", {}, text));
  return h(
    "div",
    {},
    lists.map(list),
    position("stuck-with-seeds", found.stuck_with_seeds),
    position("nobody-moves", found.nobody_moves),
    found.unfinished && h("p", { class: "assumed" }, t("unfinished", { line: found.unfinished.line })),
  );

  /** The rule that decides by what the last seed makes and where it falls. */
  function grid(one: List): HTMLElement | null {
    if (one.decides.length === 0) return null;
    const regions = [...new Set(one.decides.map((cell) => cell.falls))];
    const rows = new Map<string, typeof one.decides>();
    for (const cell of one.decides) {
      const key = [t("makes", { numbers: runs(cell.makes) }), cell.marked].filter(Boolean).join(", ");
      rows.set(key, [...(rows.get(key) ?? []), cell]);
    }
    const body = [...rows].map(([name, cells]) =>
      h(
        "tr",
        {},
        h("th", { scope: "row" }, name),
        regions.map((region) => {
          const cell = cells.find((cell) => cell.falls === region);
          return h(
            "td",
            cell ? { class: changed(cellName(one, cell), cellText(one, cell)) } : {},
            (cell?.lines ?? []).map((decides, at) => [at > 0 && " ", line(decides.line)]),
          );
        }),
      ),
    );
    return scrolling(
      h(
        "table",
        { class: "grid" },
        h("caption", {}, t("grid-told")),
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("td", {}),
            regions.map((region) => h("th", { scope: "col" }, region)),
          ),
        ),
        h("tbody", {}, body),
      ),
    );
  }
}

/** Sorted numbers in few words. */
function runs(numbers: number[]): string {
  const parts: string[] = [];
  for (let at = 0; at < numbers.length; ) {
    let end = at;
    while (end + 1 < numbers.length && numbers[end + 1] === (numbers[end] as number) + 1) end++;
    parts.push(end > at ? `${numbers[at]}–${numbers[end]}` : `${numbers[at]}`);
    at = end + 1;
  }
  return parts.join(", ");
}
