// Tests in a browser at the size of a phone and of a screen, and how moves are chosen there.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { browser, page, serve } from "./served.mjs";

export const SIZES = [
  { width: 360, height: 640 },
  { width: 1440, height: 900 },
];
export const [PHONE, SCREEN] = SIZES;

/** Serves the page and opens a browser for the tests of a file. Returns where the page is, and how a test is run. */
export function opened() {
  const shared = {};
  before(async () => {
    shared.served = await serve();
    shared.browser = await browser();
  });
  after(async () => {
    await shared.browser?.close();
    shared.served?.server.close();
  });

  /** Runs a test at each size; nothing may be wrong on the console, and no page is wider than its window. */
  function sized(name, run, { sizes = SIZES, ...options } = {}) {
    for (const viewport of sizes) {
      test(`${name}, ${viewport.width} x ${viewport.height}`, { timeout: 180_000 }, async () => {
        const context = await shared.browser.newContext({ viewport, locale: "en", ...options });
        const wrong = [];
        try {
          await context.addInitScript(() => {
            // an empty page keeps nothing
            if (location.protocol !== "about:")
              localStorage.getItem("mancala-speed") ?? localStorage.setItem("mancala-speed", "0");
          });
          await run(context, (hash) => page(context, shared.served.address + hash, wrong), viewport);
          for (const one of context.pages()) {
            const over = await one.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
            assert.ok(over <= 0, `${over} pixels too wide`);
          }
          assert.deepEqual(wrong, []);
        } finally {
          await context.close();
        }
      });
    }
  }
  return { shared, sized };
}

export const status = (it) => it.locator(".status").innerText();

/** Chooses a hole by the mouse. */
export async function byMouse(it) {
  await it.locator(".hole.playable").last().click();
}

/** Chooses a hole by the keyboard: walks to it with the arrow keys. */
export async function byKeyboard(it) {
  const onBoard = await it.evaluate(() => document.activeElement?.classList.contains("hole"));
  if (!onBoard) await it.locator(".hole[tabindex='0']").focus();
  const [at, to, columns] = await it.evaluate(() => {
    const playable = [...document.querySelectorAll(".hole.playable")].pop();
    const columns = Number(getComputedStyle(playable.parentElement).getPropertyValue("--columns"));
    return [Number(document.activeElement.dataset.cell), Number(playable.dataset.cell), columns];
  });
  const rows = Math.floor(to / columns) - Math.floor(at / columns);
  const across = (to % columns) - (at % columns);
  for (let nth = 0; nth < Math.abs(rows); nth++) await it.keyboard.press(rows > 0 ? "ArrowUp" : "ArrowDown");
  for (let nth = 0; nth < Math.abs(across); nth++) await it.keyboard.press(across > 0 ? "ArrowRight" : "ArrowLeft");
  assert.equal(await it.evaluate(() => Number(document.activeElement.dataset.cell)), to);
  await it.keyboard.press("Enter");
}

/** Plays to the end of a game, or until so many rounds have begun after the first; returns the number of steps. */
export async function playOut(it, choose, rounds = 0) {
  const most = 600;
  let begun = 0;
  for (let step = 0; step < most; step++) {
    await it.waitForFunction(() =>
      ["choose", "between-rounds", "over"].includes(document.querySelector(".play")?.dataset.state),
    );
    const state = await it.evaluate(() => document.querySelector(".play").dataset.state);
    if (state === "over" || (begun === rounds && rounds > 0)) return step;
    const before = await it.locator(".history li").count();
    if (state === "between-rounds") {
      begun++;
      await it.locator(".next-round").click();
    } else if ((await it.locator(".choice button.main").count()) > 0) {
      const button = it.locator(".choice button.main").first();
      if (choose === byKeyboard) {
        await button.focus();
        await it.keyboard.press("Enter");
      } else await button.click();
    } else await choose(it);
    // the step was played, or the move needs a choice
    await it.waitForFunction(
      (before) =>
        document.querySelectorAll(".history li").length > before || document.querySelector(".choice .question"),
      before,
    );
  }
  throw new Error(`the game is not over after ${most} steps`);
}
