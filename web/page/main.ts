// Shows the page that the address names.

import { fill, h } from "./dom";
import { prepare, quick } from "./engine";
import { GamePage, list } from "./library";
import { GONE, program } from "./program";
import { unpacked } from "./share";
import { kept, TablePage } from "./table";
import { language, languageField, t } from "./texts";
import { themeField } from "./theme";
import type { Library, Spec } from "./types";
import { Workshop } from "./workshop";

interface Page {
  element: HTMLElement;
  begin?(): Promise<void>;
  end?(): void;
}

const main = h("main", { id: "main", tabindex: -1 });
const offline = h("span", { class: "offline", role: "status" });
const answers = h("span", { role: "status" }, t("nothing-is-sent"));
const links = (["workshop", "play", "library"] as const).map((name) => ({
  name,
  link: h("a", { href: `#/${name}` }, t(name)),
}));
let page: Page | undefined;
let library: Promise<Library> | undefined;
/** What is handed from one page to another without a link. */
let handed: { game?: Spec; text?: string } = {};

function games(): Promise<Library> {
  library ??= quick.ask<Library>({ ask: "library" });
  return library;
}

function play(game: Spec): void {
  handed = { game };
  if (location.hash === "#/play") void route();
  else location.hash = "#/play";
}

function workshop(text: string): void {
  handed = { text };
  location.hash = "#/workshop";
}

async function made(path: string[]): Promise<Page> {
  const all = await games();
  const [kind, name = ""] = path;
  const { game, text } = handed;
  handed = {};
  if (kind === "s") {
    const shared = await unpacked(name);
    if (shared.kind === "play") return new TablePage(shared.table, all);
    return new Workshop(shared.game.text, all, play);
  }
  if (kind === "play") {
    if (game) return new TablePage({ game, steps: [] }, all);
    if (name) return new TablePage({ game: { name }, steps: [] }, all);
    return new TablePage(kept() ?? { game: { name: "krur" }, steps: [] }, all);
  }
  if (kind === "library" && name) return new GamePage(name, all, { play, workshop });
  if (kind === "library") return { element: list(all) };
  return new Workshop(text, all, play);
}

function toContent(event: Event): void {
  event.preventDefault();
  main.focus();
}

let routed = 0;

async function route(): Promise<void> {
  const turn = ++routed;
  const path = location.hash.replace(/^#\/?/, "").split("/").map(decodeURIComponent);
  const kind = ["s", "play", "library", "workshop"].includes(path[0] ?? "") ? path[0] : "workshop";
  for (const { name, link } of links) {
    if (name === kind) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.body.dataset["page"] = path[1] && kind === "library" ? "game" : (kind ?? "");
  page?.end?.();
  page = undefined;
  try {
    const next = await made(path);
    if (turn !== routed) return;
    page = next;
    fill(main, next.element);
    window.scrollTo(0, 0);
    await next.begin?.();
  } catch (error) {
    const text =
      kind === "s" ? t("bad-link") : t("cannot-load", { why: error instanceof Error ? error.message : String(error) });
    if (turn === routed) fill(main, h("p", { class: "bad", role: "alert" }, text));
  }
}

function connection(): void {
  offline.textContent = navigator.onLine ? "" : t("offline");
}

document.documentElement.lang = language;
document.title = t("title");
fill(
  document.body,
  h("a", { class: "skip", href: "#main", onclick: toContent }, t("skip")),
  h(
    "header",
    {},
    h("h1", {}, t("title")),
    h(
      "nav",
      { "aria-label": t("pages") },
      links.map(({ link }) => link),
    ),
    offline,
    h("div", { class: "settings" }, themeField(), languageField()),
  ),
  main,
  h("footer", {}, answers),
);
fill(main, h("p", { role: "status" }, t("loading")));
addEventListener("hashchange", () => void route());
addEventListener("online", connection);
addEventListener("offline", connection);
connection();
void prepare().catch(() => {});
void program().then(
  (found) => found.program && (answers.textContent = t("program-answers", { version: found.version ?? "" })),
);
addEventListener(GONE, () => (answers.textContent = t("program-gone")));
void route();
if (
  "serviceWorker" in navigator &&
  (location.protocol === "https:" || ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname))
) {
  navigator.serviceWorker.register("sw.js").catch(() => {});
}
