// The page in a real browser: writing, playing, sharing, and going offline, on a phone and on a screen.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { browser, page, serve } from "./served.mjs";

const SIZES = [{ width: 360, height: 640 }, { width: 1440, height: 900 }];
let opened, served;

before(async () => {
  served = await serve();
  opened = await browser();
});
after(async () => {
  await opened?.close();
  served?.server.close();
});

/** Runs a test at each size; nothing may be wrong on the console, and no page is wider than its window. */
function sized(name, run, sizes = SIZES) {
  for (const viewport of sizes) {
    test(`${name}, ${viewport.width} x ${viewport.height}`, { timeout: 120_000 }, async () => {
      const context = await opened.newContext({ viewport });
      const wrong = [];
      try {
        await context.addInitScript(() => {
          // an empty page keeps nothing
          if (location.protocol !== "about:") localStorage.getItem("mancala-speed") ?? localStorage.setItem("mancala-speed", "0");
        });
        await run(context, (hash) => page(context, served.address + hash, wrong));
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

const status = (it) => it.locator(".status").innerText();

/** Chooses a hole by the mouse. */
async function byMouse(it) {
  await it.locator(".hole.playable").last().click();
}

/** Chooses a hole by the keyboard: walks to it with the arrow keys. */
async function byKeyboard(it) {
  const onBoard = await it.evaluate(() => document.activeElement?.classList.contains("hole"));
  if (!onBoard) await it.locator(".hole[tabindex='0']").focus();
  const at = await it.evaluate(() => Number(document.activeElement.dataset.cell));
  const [to, columns] = await it.evaluate(() => {
    const playable = [...document.querySelectorAll(".hole.playable")].pop();
    return [Number(playable.dataset.cell), Number(getComputedStyle(playable.parentElement).getPropertyValue("--columns"))];
  });
  const rows = Math.floor(to / columns) - Math.floor(at / columns);
  const across = (to % columns) - (at % columns);
  for (let nth = 0; nth < Math.abs(rows); nth++) await it.keyboard.press(rows > 0 ? "ArrowUp" : "ArrowDown");
  for (let nth = 0; nth < Math.abs(across); nth++) await it.keyboard.press(across > 0 ? "ArrowRight" : "ArrowLeft");
  assert.equal(await it.evaluate(() => Number(document.activeElement.dataset.cell)), to);
  await it.keyboard.press("Enter");
}

/** Plays to the end of a game, or until this number of rounds has begun after the first; returns the number of steps. */
async function playOut(it, choose, rounds = 0) {
  const most = 600;
  let begun = 0;
  for (let step = 0; step < most; step++) {
    await it.waitForFunction(() => ["choose", "between-rounds", "over"].includes(document.querySelector(".play")?.dataset.state));
    const state = await it.evaluate(() => document.querySelector(".play").dataset.state);
    if (state === "over" || begun === rounds && rounds > 0) return step;
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
    await it.waitForFunction((before) => document.querySelectorAll(".history li").length > before || document.querySelector(".choice .question"), before);
  }
  throw new Error(`the game is not over after ${most} steps`);
}

sized("a rule is broken and repaired", async (_, open) => {
  const it = await open("#/workshop");
  await it.waitForSelector("[data-panel=panel-statistics] .histogram");
  await it.waitForSelector("[data-panel=panel-problems] .good");
  // a mistake is pointed out in the text and beside it, and the server offers what was meant
  const line = it.locator(".cm-line", { hasText: "columns: 6" });
  await line.click();
  await it.keyboard.press("Home");
  await it.keyboard.press("Delete");
  await it.waitForSelector("[data-panel=panel-problems] .problems .bad");
  await it.waitForSelector(".cm-lintRange-error");
  assert.match(await it.locator("[data-panel=panel-problems]").innerText(), /olumns/);
  await it.keyboard.type("c");
  await it.waitForSelector("[data-panel=panel-problems] .good");
  await it.waitForFunction(() => !document.querySelector(".cm-lintRange-error"));
  // another rule: the sentence that changed is pointed out
  const seeds = it.locator(".cm-line", { hasText: "seeds:   4" });
  await seeds.click();
  await it.keyboard.press("Home");
  for (let nth = 0; nth < 9; nth++) await it.keyboard.press("ArrowRight");
  await it.keyboard.press("Delete");
  await it.keyboard.type("5");
  await it.waitForFunction(() => [...document.querySelectorAll("[data-panel=panel-sentences] .changed")].some((one) => /5 seeds/.test(one.textContent)));
  await it.waitForSelector("[data-panel=panel-play] .changed");
  // a ruleset in its place
  await it.getByLabel("Open a game").selectOption("krur");
  await it.waitForFunction(() => document.querySelector("[data-panel=panel-board] h2")?.textContent === "Krur");
  await it.waitForSelector("[data-panel=panel-situations] .grid");
  await it.waitForSelector("[data-panel=panel-chart] img");
});

for (const game of ["krur", "bao-la-kiswahili", "um-laarais", "tchoukaillon"]) {
  sized(`${game} is played to its end by mouse`, async (_, open) => {
    const it = await open(`#/play/${game}`);
    const moves = await playOut(it, byMouse);
    assert.ok(moves > 0, `${moves}`);
    assert.match(await status(it), /win|draw/i);
  }, [SIZES[0]]);
  sized(`${game} is played to its end by keyboard`, async (_, open) => {
    const it = await open(`#/play/${game}`);
    const moves = await playOut(it, byKeyboard);
    assert.ok(moves > 0, `${moves}`);
    assert.match(await status(it), /win|draw/i);
  }, [SIZES[1]]);
}

sized("a match is refilled", async (_, open) => {
  const it = await open("#/play/krur");
  await it.locator(".match").check();
  await it.waitForSelector(".round");
  await playOut(it, byMouse, 1);
  assert.ok((await it.locator(".history .next").count()) === 1);
  assert.match(await it.locator(".players").innerText(), /Round 2/);
}, [SIZES[1]]);

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
  await it.waitForFunction(() => document.querySelectorAll(".history li").length === 2 && /South is to move/.test(document.querySelector(".status").textContent));
  await it.getByRole("button", { name: "Review" }).click();
  await it.waitForFunction(() => document.querySelectorAll(".hints tbody tr").length === 2);
});

sized("a file and a game are shared and opened again", async (context, open) => {
  const it = await open("#/workshop");
  await it.waitForSelector("[data-panel=panel-board] h2");
  await it.locator(".cm-line", { hasText: "columns: 6" }).click();
  await it.keyboard.press("End");
  await it.keyboard.press("Backspace");
  await it.keyboard.type("5");
  await it.getByRole("button", { name: "Share" }).click();
  const file = await it.locator(".link-field").inputValue();
  await it.evaluate(() => localStorage.clear());
  await it.goto("about:blank");
  await it.goto(file);
  await it.waitForFunction(() => /columns: 5/.test(document.querySelector(".cm-content")?.textContent ?? ""));
  const game = await open("#/play/krur");
  await game.locator(".hole.playable").first().click();
  await game.waitForFunction(() => document.querySelectorAll(".history li").length === 1);
  await game.getByRole("button", { name: "Share" }).click();
  const link = await game.locator(".link-field").inputValue();
  const holes = await game.locator(".hole .number").allInnerTexts();
  await game.goto("about:blank");
  await game.goto(link);
  await game.waitForFunction(() => document.querySelectorAll(".history li").length === 1);
  assert.deepEqual(await game.locator(".hole .number").allInnerTexts(), holes);
});

sized("the library is searched, and a game read", async (_, open) => {
  const it = await open("#/library");
  await it.getByLabel("Name or region").fill("walé");
  await it.waitForFunction(() => document.querySelectorAll(".games li").length < 10);
  await it.getByLabel("Name or region").fill("krur");
  await it.locator(".games a").first().click();
  await it.waitForSelector(".example");
  assert.match(await it.locator(".rules").innerText(), /4 seeds/);
  assert.match(await it.locator(".game-page").innerText(), /South by 12/);
  await it.getByLabel("Compare with").selectOption("buqruru");
  await it.waitForSelector(".compared .differences li");
});

sized("the page works offline after the first visit", async (context, open) => {
  const it = await open("#/library");
  await it.waitForSelector(".games li");
  await it.evaluate(() => navigator.serviceWorker.ready);
  await it.waitForFunction(() => navigator.serviceWorker.controller);
  await context.setOffline(true);
  await it.reload();
  await it.waitForSelector(".games li");
  await it.goto(`${served.address}#/workshop`);
  await it.waitForSelector(".cm-content");
  await it.waitForSelector("[data-panel=panel-statistics] .histogram");
  await context.setOffline(false);
}, [SIZES[0]]);
