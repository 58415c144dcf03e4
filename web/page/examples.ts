// An example of a rule file: its boards, its moves, and what came of them.

import { picture } from "./board";
import { h } from "./dom";
import { t } from "./texts";
import type { Example } from "./types";

export function exampleView(one: Example, go?: () => void, isChanged = false): HTMLElement {
  const failing = one.holds === false;
  const state = one.holds === null ? t("not-played") : failing ? t("fails") : t("holds");
  const moves = one.deeds.length > 3 ? t("moves", { moves: one.play.join(" ") }) : one.deeds.join(", ");
  return h(
    "article",
    { class: `example${failing ? " failing" : ""}${isChanged ? " changed" : ""}` },
    h(
      "h4",
      {},
      go ? h("button", { type: "button", class: "link", onclick: go }, one.title) : one.title,
      " ",
      h("span", { class: failing ? "bad" : "good" }, state),
    ),
    one.readings.length > 0 && h("p", {}, one.readings.map(([name, value]) => `${name}: ${value}`).join(", ")),
    h(
      "div",
      { class: "boards" },
      one.before && picture(one.board, one.before),
      one.after && h("span", { class: "arrow" }, moves, " →"),
      one.after && picture(one.board, one.after),
    ),
    one.outcome.length > 0 && h("p", {}, one.outcome.join(" ")),
    failing &&
      h(
        "ul",
        { class: "bad" },
        (one.differences ?? []).map((difference) =>
          h(
            "li",
            {},
            t("expected", { expected: difference.expected, found: difference.found }),
            difference.parts.length > 0 &&
              h(
                "ul",
                {},
                difference.parts.map((part) => h("li", {}, part)),
              ),
          ),
        ),
      ),
  );
}
