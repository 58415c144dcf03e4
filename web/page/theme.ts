// Light or dark: as the system is set, unless the reader chooses.

import { h } from "./dom";
import { type Key, t } from "./texts";

const KEPT = "mancala-theme";
const THEMES: [Key, string][] = [
  ["theme-system", ""],
  ["theme-light", "light"],
  ["theme-dark", "dark"],
];

/** Told on the window when the theme has changed. */
export const THEMED = "themed";

const system = matchMedia("(prefers-color-scheme: dark)");
system.addEventListener("change", () => dispatchEvent(new Event(THEMED)));

function chosen(): string {
  const kept = localStorage.getItem(KEPT) ?? "";
  return THEMES.some(([, theme]) => theme === kept) ? kept : "";
}

function apply(theme: string): void {
  if (theme === "") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
}

/** Whether the page is dark now. */
export function isDark(): boolean {
  const theme = chosen();
  return theme === "" ? system.matches : theme === "dark";
}

/** A field to choose the theme; shows the page in the one that was chosen last. */
export function themeField(): HTMLElement {
  apply(chosen());
  const choose = (event: Event) => {
    const theme = (event.target as HTMLSelectElement).value;
    localStorage.setItem(KEPT, theme);
    apply(theme);
    dispatchEvent(new Event(THEMED));
  };
  const options = THEMES.map(([key, theme]) => h("option", { value: theme, selected: theme === chosen() }, t(key)));
  return h(
    "label",
    { class: "field" },
    h("span", {}, t("theme")),
    h("select", { onchange: choose, class: "theme" }, options),
  );
}
