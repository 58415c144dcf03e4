// Who plays: people on this device, or machines of several levels.

import { h } from "./dom";
import { type Key, t } from "./texts";

export type Level = [Key, string];

/** Levels, in the notation of `--players`. */
const LEVELS: Level[] = [
  ["person", ""],
  ["level-random", "random"],
  ["level-greedy", "greedy"],
  ["level-easy", "search:d2"],
  ["level-middle", "search:d6"],
  ["level-strong", "search:1s"],
  ["level-strongest", "search:5s"],
  ["level-tries", "mcts:2s"],
];

export interface Seats {
  element: HTMLElement;
  /** The machine that plays for a player, if one does. */
  machine(player: number): string | undefined;
  /** No machine moves until somebody has a seat changed or plays: a move was taken back. */
  rest(): void;
}

/** Levels of a program, which may think longer than a browser. */
export const LONG: Level[] = [
  ["level-long", "search:30s"],
  ["level-longest", "search:120s"],
];
/** Plays by a database. */
export const PERFECT: Level = ["level-perfect", "perfect"];

export function seats(players: string[], more: Level[], changed: () => void): Seats {
  const selects = players.map(() =>
    h(
      "select",
      { onchange: changed },
      [...LEVELS, ...more].map(([key, level]) => h("option", { value: level }, t(key))),
    ),
  );
  const fields = players.map((name, at) => h("label", { class: "field" }, h("span", {}, name), selects[at] as Node));
  return {
    element: h("fieldset", { class: "seats" }, h("legend", {}, t("who-plays")), fields),
    machine: (player) => selects[player]?.value || undefined,
    rest: () => {
      // where machines alone play, they would at once play the move again that was taken back
      if (selects.every((select) => select.value !== "")) for (const select of selects) select.value = "";
    },
  };
}
