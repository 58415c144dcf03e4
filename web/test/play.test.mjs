// Playing in a real browser: whole games by the mouse and by the keyboard, matches, machines, and boards of every shape.

import assert from "node:assert/strict";
import { byKeyboard, byMouse, opened, PHONE, playOut, status } from "./sized.mjs";

const { sized } = opened();

const WAYS = [
  ["mouse", byMouse],
  ["keyboard", byKeyboard],
];

for (const game of ["krur", "bao-la-kiswahili", "um-laarais", "tchoukaillon"]) {
  for (const [way, choose] of WAYS) {
    sized(`${game} is played to its end by ${way}`, async (_, open) => {
      const it = await open(`#/play/${game}`);
      const moves = await playOut(it, choose);
      assert.ok(moves > 0, `${moves}`);
      assert.match(await status(it), /win|draw/i);
    });
  }
}

sized("a match is refilled", async (_, open) => {
  const it = await open("#/play/krur");
  await it.locator(".match").check();
  await it.waitForSelector(".round");
  await playOut(it, byMouse, 1);
  assert.equal(await it.locator(".history .next").count(), 1);
  assert.match(await it.locator(".players").innerText(), /Round 2/);
  const seeds = await it.locator(".board:not(.still) .hole .number").allInnerTexts();
  assert.ok(seeds.filter((one) => one === "4").length > 1, `${seeds}`);
});

sized("a turn is shown seed by seed, taken back, and hinted at", async (context, open) => {
  await context.addInitScript(() => localStorage.setItem("mancala-speed", "90"));
  const it = await open("#/play/oware");
  await it.locator(".hole.playable").first().click();
  await it.waitForSelector(".hand:not([hidden])");
  await it.waitForFunction(() => /North is to move/.test(document.querySelector(".status").textContent));
  assert.match(await it.locator(".narration").innerText(), /Lap 1: sows 4 seeds/);
  assert.ok((await it.locator(".narration cite").count()) > 0);
  await it.keyboard.press("h");
  await it.waitForSelector(".hints table");
  assert.equal(await it.locator(".hints tbody tr").count(), 6);
  await it.keyboard.press("u");
  await it.waitForFunction(() => /South is to move/.test(document.querySelector(".status").textContent));
  await it.getByLabel("North").selectOption("search:d2");
  await it.locator(".hole.playable").first().click();
  await it.waitForFunction(
    () =>
      document.querySelectorAll(".history li").length === 2 &&
      /South is to move/.test(document.querySelector(".status").textContent),
  );
  await it.getByRole("button", { name: "Review" }).click();
  await it.waitForFunction(() => document.querySelectorAll(".hints tbody tr").length === 2);
});

/** A game without captures: so many rows, and so many players, who own one column after the other. */
function made(rows, players) {
  const letters = "abcdef";
  const columns = Array.from({ length: players }, (_, nth) => letters[nth]);
  const sides = columns.map((letter, nth) => `player ${nth + 1} ${letter}1 to ${letter}${rows}`).join(", ");
  const [first, second] = ["South", "North"];
  const named = players === 2 ? sides.replace("player 1", first).replace("player 2", second) : sides;
  const down = (letter) => `${letter}${rows} to ${letter}1`;
  const up = (letter) => `${letter}1 to ${letter}${rows}`;
  const track = columns.map((letter, nth) => (nth % 2 === 0 ? up(letter) : down(letter))).join(" and ");
  return `game "${rows} rows, ${players} players" {
}
board {
  rows: ${rows}
  columns: ${players}
  seeds: 2
  players: ${players}
  side: ${rows === 1 ? named.replace(/ to \w+/g, "") : named}
  track: ${rows === 1 ? `a1 to ${letters[players - 1]}1` : track}
}
move {
  from: own holes
  direction: counterclockwise
  begin: lift here, sow after here
}
last seed, the first that fits {
  otherwise -> capture here, end turn
}
before turn, the first that fits {
  repeated position: 3rd time
  when no legal move -> each player captures own holes, game over
  when repeated position -> each player captures own holes, game over
  otherwise -> play
}
each player scores: seeds in own store
`;
}

for (const [rows, players] of [
  [1, 2],
  [2, 3],
  [3, 4],
  [4, 5],
  [5, 6],
  [6, 2],
]) {
  sized(
    `${rows} rows and ${players} players are played`,
    async (_, open, viewport) => {
      const it = await open("#/workshop");
      await it.waitForSelector(".cm-content");
      await it.evaluate(() => document.querySelector(".cm-content").focus());
      await it.keyboard.press("ControlOrMeta+a");
      await it.keyboard.insertText(made(rows, players));
      await it.waitForFunction(
        (title) => document.querySelector("[data-panel=panel-board] h2")?.textContent === title,
        `${rows} rows, ${players} players`,
      );
      await it.getByRole("button", { name: "Play", exact: true }).click();
      await it.waitForSelector(".hole.playable");
      assert.equal(await it.locator(".player").count(), players);
      // the whole board is seen, without scrolling sideways
      for (const hole of await it.locator(".hole").all()) {
        const box = await hole.boundingBox();
        if (box) assert.ok(box.x >= 0 && box.x + box.width <= viewport.width && box.width >= 24, JSON.stringify(box));
      }
      await playOut(it, byMouse);
      assert.match(await status(it), /win|draw/i);
    },
    { sizes: [PHONE] },
  );
}
