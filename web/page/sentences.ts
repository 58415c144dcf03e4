// Sentences with what they rest on.

import { type Child, h } from "./dom";
import { english, type Key, t } from "./texts";
import type { Cited, Difference, Reading, Sentence, Told } from "./types";

/** Where something was read, or why it is assumed. */
export function grounds(sources: Cited[] | null, assumed: string | null, ground?: string | null): Child {
  const cited = (sources ?? []).map(({ source, place }) => (place ? `${source}: ${place}` : source)).join("; ");
  return [
    ground && h("span", { class: `ground ${ground}` }, t(`ground-${ground}` as Key)),
    cited !== "" && h("cite", {}, cited),
    assumed && h("cite", { class: "assumed" }, t("assumed", { why: assumed })),
  ];
}

export function sentence(one: Sentence, changed = ""): HTMLElement {
  return h(
    "li",
    changed ? { class: changed, ...english } : english,
    one.text,
    " ",
    grounds(one.sources, one.assumed, one.ground),
  );
}

/** A reading of an option, and what else is told of it. */
export function reading(one: Reading, ...more: Child[]): HTMLElement {
  return h(
    "li",
    one.in_force ? { class: "in-force" } : {},
    one.in_force ? "● " : "○ ",
    one.text,
    " ",
    grounds(one.sources, one.assumed, one.ground),
    ...more,
  );
}

export function told(line: Told): HTMLElement {
  return h(
    "li",
    line.rule ? { class: "rule", ...english } : english,
    line.text,
    " ",
    grounds(line.sources, line.assumed),
  );
}

/** Sentences by their sections; those whose text was not among `before` are pointed out. */
export function sections(sentences: Sentence[], before?: Set<string>, level: "h3" | "h4" = "h3"): Node[] {
  const found: Node[] = [];
  let [section, list] = ["", h("ul", {})];
  for (const one of sentences) {
    if (one.section !== section) {
      section = one.section;
      list = h("ul", { class: "sentences" });
      found.push(h(level, english, section), list);
    }
    list.append(sentence(one, before && !before.has(one.text) ? "changed" : ""));
  }
  return found;
}

export function differences(all: Difference[], names: [string, string]): HTMLElement {
  const side = (name: string, one: Sentence) =>
    h("div", {}, h("b", {}, `${name}: `), one.text, " ", grounds(one.sources, one.assumed));
  const items = all.map((one) => {
    if (one.moved && one.here)
      return h(
        "li",
        {},
        h("i", {}, t(one.moved === "earlier" ? "earlier" : "later", { name: names[1] })),
        " ",
        one.here.text,
      );
    return h("li", {}, one.here && side(names[0], one.here), one.there && side(names[1], one.there));
  });
  return h("ul", { class: "differences", ...english }, items);
}
