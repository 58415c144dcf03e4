// The library: all games, one page for each, and how two of them differ.

import { picture } from "./board";
import { fill, h, scrolling } from "./dom";
import { quick, Refusal, work } from "./engine";
import { exampleView } from "./examples";
import { readings } from "./readings";
import { differences, reading, sections } from "./sentences";
import { type Key, t } from "./texts";
import type { Difference, Example, Explained, Game, Library, Listed, Spec } from "./types";

/** A name without accents, in lower case. */
const plain = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** The list of all games. */
export function list(library: Library): HTMLElement {
  const regions = [...new Set(library.games.flatMap((game) => game.region))].sort((one, other) =>
    one.localeCompare(other),
  );
  const rows = [...new Set(library.games.map((game) => game.rows))].sort((one, other) => one - other);
  const search = h("input", { type: "search", "aria-label": t("search"), placeholder: t("search") });
  const select = (key: Key, values: [string, string][]) =>
    h(
      "select",
      { "aria-label": t(key) },
      h("option", { value: "" }, t(key)),
      values.map(([value, text]) => h("option", { value }, text)),
    );
  const region = select(
    "region",
    regions.map((one) => [one, one]),
  );
  const family = select(
    "family",
    library.families.map((one) => [one.name, one.name]),
  );
  const row = select(
    "rows",
    rows.map((one) => [String(one), t(one === 1 ? "one-row" : "rows-of", { rows: one })]),
  );
  const count = h("p", { role: "status" });
  const found = h("ul", { class: "games" });
  const draw = () => {
    const wanted = plain(search.value.trim());
    const fits = (game: Listed) =>
      (wanted === "" ||
        [game.name, game.title, ...game.also, ...game.region].some((text) => plain(text).includes(wanted))) &&
      (region.value === "" || game.region.includes(region.value)) &&
      (family.value === "" || game.families.includes(family.value)) &&
      (row.value === "" || String(game.rows) === row.value);
    const games = library.games.filter(fits);
    count.textContent = t("games-found", { count: games.length });
    const about = family.value && library.families.find((one) => one.name === family.value)?.about;
    if (about) count.textContent += ` ${family.value}: ${about}`;
    fill(
      found,
      games.map((game) =>
        h(
          "li",
          {},
          h("a", { href: `#/library/${game.name}` }, h("b", {}, game.title)),
          h(
            "span",
            {},
            t("size", { rows: game.rows, columns: game.columns, seeds: game.seeds, players: game.players.join(", ") }),
          ),
          h("small", {}, game.region.join(", ")),
          h("small", { class: "families" }, game.families.join(" · ")),
        ),
      ),
    );
  };
  for (const field of [search, region, family, row]) field.addEventListener("input", draw);
  draw();
  return h(
    "div",
    { class: "library" },
    h("h2", {}, t("library")),
    h("div", { class: "bar" }, search, region, family, row),
    count,
    found,
  );
}

/** The page of one game. */
export class GamePage {
  readonly element = h("div", { class: "game-page" });
  private set: [string, string][] = [];
  private generation = 0;

  constructor(
    private readonly name: string,
    private readonly library: Library,
    private readonly open: { play(game: Spec): void; workshop(text: string): void },
  ) {}

  async begin(): Promise<void> {
    const generation = ++this.generation;
    const fresh = () => generation === this.generation;
    work.cancel();
    const spec: Spec = { name: this.name, set: this.set };
    try {
      const game = await work.ask<Game>({ ask: "game", game: spec });
      const explained = await work.ask<Explained>({ ask: "explain", game: spec });
      if (!fresh()) return;
      this.draw(game, explained, spec);
    } catch (error) {
      if (fresh() && error instanceof Refusal)
        fill(this.element, h("p", { class: "bad" }, error.message), h("a", { href: "#/library" }, t("library")));
      return;
    }
    await this.examples(fresh).catch(() => {});
    await this.values(fresh).catch(() => {});
  }

  end(): void {
    this.generation++;
    work.cancel();
  }

  private readonly examplesPlace = h("section", {});
  private readonly valuesPlace = h("section", {});

  private draw(game: Game, explained: Explained, spec: Spec): void {
    const { game: about } = game;
    const choose = readings(about.options, this.set, (set) => {
      this.set = set;
      void this.begin();
    });
    const play = h("button", { type: "button", class: "main", onclick: () => this.open.play(spec) }, t("play-this"));
    const edit = h(
      "button",
      {
        type: "button",
        onclick: async () => this.open.workshop((await quick.ask<{ text: string }>({ ask: "text", game: spec })).text),
      },
      t("open-in-workshop"),
    );
    fill(
      this.element,
      h("p", {}, h("a", { href: "#/library" }, `← ${t("library")}`)),
      h("h2", {}, about.title),
      h(
        "p",
        {},
        t("size", { rows: about.rows, columns: about.columns, seeds: about.seeds, players: about.players }),
        " ",
        h("span", { class: "families" }, about.families.join(" · ")),
      ),
      h("div", { class: "bar" }, play, edit),
      choose,
      picture(game.board, game.start),
      h("section", { class: "rules" }, sections(explained.sentences)),
      this.leftOpen(explained),
      h(
        "section",
        {},
        h("h3", {}, t("sources")),
        h(
          "ul",
          {},
          explained.sources.map((one) => h("li", {}, one.text, one.read && h("small", {}, ` (${one.read})`))),
        ),
      ),
      this.compared(spec),
      this.valuesPlace,
      this.examplesPlace,
    );
  }

  private leftOpen(explained: Explained): HTMLElement | null {
    if (explained.readings.length === 0) return null;
    const items = explained.readings.map((one) =>
      reading(
        one,
        one.changes &&
          one.changes.length > 0 &&
          h(
            "details",
            {},
            h("summary", {}, t("what-changes", { count: one.changes.length })),
            differences(one.changes, [t("now"), t("then")]),
          ),
      ),
    );
    return h("section", {}, h("h3", {}, t("left-open")), h("ul", { class: "open" }, items));
  }

  private compared(spec: Spec): HTMLElement {
    const place = h("div", {});
    const select = h(
      "select",
      {
        "aria-label": t("compare-with"),
        onchange: async (event: Event) => {
          const name = (event.target as HTMLSelectElement).value;
          if (name === "") return fill(place);
          const found = await quick.ask<{ names: [string, string]; differences: Difference[]; alike: string[] }>({
            ask: "compare",
            one: spec,
            other: { name },
          });
          fill(
            place,
            found.differences.length === 0 ? h("p", {}, t("same-rules")) : differences(found.differences, found.names),
            found.alike.length > 0 && h("p", {}, t("alike", { sections: found.alike.join(", ") })),
          );
        },
      },
      h("option", { value: "" }, t("compare-with")),
      this.library.games.map((game) =>
        h(
          "option",
          { value: game.name },
          game.name === this.name ? `${game.title} (${t("usual-readings")})` : game.title,
        ),
      ),
    );
    return h("section", { class: "compared" }, h("h3", {}, t("compare")), select, place);
  }

  private async examples(fresh: () => boolean): Promise<void> {
    const { examples } = await work.ask<{ examples: Example[] }>({ ask: "examples", game: { name: this.name } });
    if (!fresh()) return;
    fill(
      this.examplesPlace,
      examples.length > 0 && [h("h3", {}, t("panel-examples")), examples.map((one) => exampleView(one))],
    );
  }

  private async values(fresh: () => boolean): Promise<void> {
    const { values } = await work.ask<{
      values: { readings: string; start: string; moves: string; positions: string }[];
    }>({ ask: "values", name: this.name });
    if (!fresh()) return;
    const row = (one: (typeof values)[number]) =>
      h(
        "tr",
        {},
        h("td", {}, one.readings.replace(/--set /g, "") || t("usual-readings")),
        h("td", {}, one.start),
        h("td", {}, one.moves),
      );
    fill(
      this.valuesPlace,
      values.length > 0 && [
        h("h3", {}, t("known-values")),
        h("p", {}, t("known-values-told")),
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
                h("th", {}, t("reading")),
                h("th", {}, t("from-the-start")),
                h("th", {}, t("first-moves-values")),
              ),
            ),
            h("tbody", {}, values.map(row)),
          ),
        ),
      ],
    );
  }
}
