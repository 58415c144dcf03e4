// Fields to choose readings by name.

import { h } from "./dom";
import { t } from "./texts";
import type { Option } from "./types";

type Set = [string, string][];

const range = (value: string) => /^(\d+) to (\d+)$/.exec(value);

/** Fields for the options of a game; `changed` gets the readings that are not the defaults. */
export function readings(options: Option[], set: Set, changed: (set: Set) => void): HTMLElement | null {
  if (options.length === 0) return null;
  const chosen = new Map(set);
  const tell = () => changed([...chosen]);
  const fields = options.map((option) => {
    const label = option.names.join(", ");
    const entries = option.readings.map((reading, nth) => {
      const text = reading.values.join(", ");
      return h(
        "option",
        { value: nth, selected: nth === option.chosen },
        reading.note ? `${text} (${reading.note})` : text,
      );
    });
    const bounds = option.names.length === 1 ? range(option.readings[option.chosen]?.values[0] ?? "") : null;
    const name = option.names[0] ?? "";
    const number =
      bounds &&
      h("input", {
        type: "number",
        min: bounds[1],
        max: bounds[2],
        value: range(option.values[0] ?? "")?.[1] ?? option.values[0],
        "aria-label": label,
        onchange: (event: Event) => {
          const field = event.target as HTMLInputElement;
          if (!field.checkValidity() || field.value === "") return;
          chosen.set(name, field.value);
          tell();
        },
      });
    const select = h(
      "select",
      {
        onchange: (event: Event) => {
          const nth = Number((event.target as HTMLSelectElement).value);
          for (const one of option.names) {
            if (nth === 0) chosen.delete(one);
            else chosen.set(one, `#${nth + 1}`);
          }
          tell();
        },
      },
      entries,
    );
    const only = option.readings.length === 1 && number;
    return h("label", { class: "field" }, h("span", {}, label), !only && select, number);
  });
  return h(
    "details",
    { class: "readings", open: set.length > 0 },
    h("summary", {}, t("readings", { count: options.length })),
    fields,
  );
}
