// The texts of the page in the reader's language. Each language is one catalogue in `texts`; a text that a catalogue
// lacks is shown in English. What the rules say of a game comes from the module and is English.

import en from "./texts/en.json";

export type Key = keyof typeof en;
type Catalogue = Partial<Record<Key, string>>;

const catalogues: Record<string, Catalogue> = { en };

function chosen(): string {
  const wanted = [new URLSearchParams(location.search).get("lang") ?? "", ...navigator.languages];
  return wanted.map((language) => language.split("-")[0] ?? "").find((language) => language in catalogues) ?? "en";
}

export const language = chosen();

/** A text; `{name}` in it is replaced by a value. */
export function t(key: Key, values: Record<string, string | number> = {}): string {
  const text = catalogues[language]?.[key] ?? en[key];
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? String(values[name]) : whole));
}
