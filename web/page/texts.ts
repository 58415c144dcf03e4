// The texts of the page in the reader's language. Each language is one catalogue in `texts`. What the rules say of a game
// comes from the library and is English.

import { h } from "./dom";
import de from "./texts/de.json";
import en from "./texts/en.json";

export type Key = keyof typeof en;
type Catalogue = Record<Key, string>;

const catalogues: Record<string, Catalogue> = { en, de };
/** Each language by its own name. */
const NAMES: Record<string, string> = { en: "English", de: "Deutsch" };
const KEPT = "mancala-language";

function chosen(): string {
  const asked = new URLSearchParams(location.search).get("lang");
  const wanted = [asked ?? "", localStorage.getItem(KEPT) ?? "", ...navigator.languages];
  return wanted.map((language) => language.split("-")[0] ?? "").find((language) => language in catalogues) ?? "en";
}

export const language = chosen();

/** Marks what is English on a page in another language, for screen readers. */
export const english = language === "en" ? {} : { lang: "en" };

/** A text; `{name}` in it is replaced by a value. */
export function t(key: Key, values: Record<string, string | number> = {}): string {
  const text = catalogues[language]?.[key] ?? en[key];
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? String(values[name]) : whole));
}

/** A field to choose the language. The page is loaded again in it, at the same place. */
export function languageField(): HTMLElement {
  const choose = (event: Event) => {
    localStorage.setItem(KEPT, (event.target as HTMLSelectElement).value);
    const address = new URL(location.href);
    address.searchParams.delete("lang");
    history.replaceState(null, "", address);
    location.reload();
  };
  const options = Object.entries(NAMES).map(([code, name]) =>
    h("option", { value: code, lang: code, selected: code === language }, name),
  );
  return h(
    "label",
    { class: "field" },
    h("span", {}, t("language")),
    h("select", { onchange: choose, class: "language" }, options),
  );
}
