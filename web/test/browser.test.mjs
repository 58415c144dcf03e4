// The page in a real browser: writing, sharing, the library, and going offline, on a phone and on a screen.

import assert from "node:assert/strict";
import { breakRule } from "./served.mjs";
import { opened, PHONE, SCREEN } from "./sized.mjs";

const { shared, sized } = opened();

sized("a rule is broken and repaired", async (_, open) => {
  const it = await open("#/workshop");
  await it.waitForSelector("[data-panel=panel-statistics] .histogram");
  await it.waitForSelector("[data-panel=panel-problems] .good");
  // a mistake is pointed out in the text and beside it, and the server offers what was meant
  await breakRule(it);
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
  await it.waitForFunction(() =>
    [...document.querySelectorAll("[data-panel=panel-sentences] .changed")].some((one) =>
      /5 seeds/.test(one.textContent),
    ),
  );
  await it.waitForSelector("[data-panel=panel-play] .changed");
  // so is what changed in random games, in the situations and in a turn
  await it.waitForSelector("[data-panel=panel-statistics] tr.changed del");
  await it.waitForSelector("[data-panel=panel-statistics] .histogram.changed");
  await it.waitForFunction(() =>
    /Changed:.*sentences.*random games/.test(document.querySelector(".what-changed").textContent),
  );
  // a ruleset in its place
  await it.getByLabel("Open a game").selectOption("krur");
  await it.waitForFunction(() => document.querySelector("[data-panel=panel-board] h2")?.textContent === "Krur");
  await it.waitForSelector("[data-panel=panel-situations] .grid");
  await it.waitForSelector("[data-panel=panel-chart] img");
  // another game is no change of this one
  assert.equal(await it.locator(".what-changed").innerText(), "");
});

sized(
  "the workshop works as before after another page",
  async (_, open) => {
    const it = await open("#/workshop");
    await it.waitForSelector("[data-panel=panel-problems] .good");
    await it.getByRole("link", { name: "Library" }).click();
    await it.waitForSelector(".games li");
    await it.getByRole("link", { name: "Workshop" }).click();
    await it.waitForSelector("[data-panel=panel-problems] .good");
    await it.locator(".cm-line", { hasText: "columns: 6" }).click();
    await it.keyboard.press("Home");
    await it.keyboard.press("Delete");
    await it.waitForSelector(".cm-lintRange-error");
  },
  { sizes: [SCREEN] },
);

sized(
  "within half a second after an edit the page shows what changed",
  async (_, open) => {
    const it = await open("#/workshop");
    await it.waitForSelector("[data-panel=panel-chart] img");
    const took = [];
    for (const [from, to] of ["45", "53", "36"].map((pair) => [...pair])) {
      await it.locator(".cm-line", { hasText: `seeds:   ${from}` }).click();
      await it.keyboard.press("End");
      await it.keyboard.press("Backspace");
      // from the key to the mark, as the browser measures it
      await it.evaluate(() => {
        addEventListener("keydown", () => (window.began = performance.now()), { capture: true, once: true });
      });
      await it.keyboard.type(to);
      const shown = await it.waitForFunction((to) => {
        const changed = [...document.querySelectorAll("[data-panel=panel-sentences] .changed")];
        const moves = document.querySelector(".panel:not(.old)[data-panel=panel-play] .changed");
        return moves && changed.some((one) => one.textContent.includes(`${to} seeds`)) && performance.now();
      }, to);
      took.push((await shown.jsonValue()) - (await it.evaluate(() => window.began)));
      // what is shown counts as known after a while
      await it.waitForSelector(".panel:not(.old)[data-panel=panel-chart]");
      await it.waitForTimeout(4500);
    }
    took.sort((one, other) => one - other);
    console.log(`an edit is shown after ${took.map((time) => Math.round(time)).join(", ")} ms`);
    assert.ok(took[1] < 500, `${took}`);
  },
  { sizes: [SCREEN] },
);

sized("examples are run, and their outcome written, where they stand", async (_, open) => {
  const it = await open("#/workshop");
  await it.waitForSelector("[data-panel=panel-board] h2");
  await it.evaluate(() => document.querySelector(".cm-content").focus());
  await it.keyboard.press("ControlOrMeta+End");
  await it.keyboard.insertText(
    '\nexample "one" {\n  position: North 0 0 0 0 0 0 / South 0 0 0 0 0 2\n  to move: South\n  play: f1\n  board: North 0 0 0 0 2 0 / South 0 0 0 0 0 0\n}\n',
  );
  await it.getByRole("button", { name: /Run this example \(it fails\)/ }).click();
  await it.waitForFunction(() => /“one”/.test(document.querySelector(".said").textContent));
  await it.getByRole("button", { name: "Write the outcome that the rules give" }).click();
  await it.waitForFunction(() => /North 0 0 0 0 1 1/.test(document.querySelector(".cm-content").textContent));
  await it.waitForFunction(() =>
    [...document.querySelectorAll(".lens")].some((one) => one.textContent === "▶ Run this example"),
  );
});

sized(
  "the page is dark or light as the reader chooses, and German",
  async (_, open) => {
    const it = await open("#/library");
    const paper = () => it.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await it.waitForSelector(".games li");
    const light = await paper();
    await it.getByLabel("Colours").selectOption("dark");
    const dark = await paper();
    assert.notEqual(dark, light);
    await it.reload();
    await it.waitForSelector(".games li");
    assert.equal(await paper(), dark);
    await it.emulateMedia({ colorScheme: "dark" });
    await it.getByLabel("Colours").selectOption("light");
    assert.equal(await paper(), light);
    await it.getByLabel("Colours").selectOption("");
    assert.equal(await paper(), dark);
    await it.getByLabel("Language").selectOption("de");
    await it.waitForFunction(() => document.querySelector("h2")?.textContent === "Sammlung");
    assert.equal(await it.evaluate(() => document.documentElement.lang), "de");
    await it.goto(`${shared.served.address}#/play/krur`);
    await it.waitForFunction(() => /ist am Zug/.test(document.querySelector(".status")?.textContent));
  },
  { sizes: [SCREEN], colorScheme: "light" },
);

sized("a file and a game are shared and opened again", async (_context, open) => {
  const it = await open("#/workshop");
  await it.waitForSelector("[data-panel=panel-board] h2");
  await it.locator(".cm-line", { hasText: "columns: 6" }).click();
  await it.keyboard.press("End");
  await it.keyboard.press("Backspace");
  await it.keyboard.type("5");
  await it.getByRole("button", { name: "Share", exact: true }).click();
  const file = await it.locator(".link-field").inputValue();
  await it.evaluate(() => localStorage.clear());
  await it.goto("about:blank");
  await it.goto(file);
  await it.waitForFunction(() => /columns: 5/.test(document.querySelector(".cm-content")?.textContent ?? ""));
  const game = await open("#/play/krur");
  await game.locator(".hole.playable").first().click();
  await game.waitForFunction(() => document.querySelectorAll(".history li").length === 1);
  await game.getByRole("button", { name: "Share", exact: true }).click();
  const link = await game.locator(".link-field").inputValue();
  const holes = await game.locator(".hole .number").allInnerTexts();
  await game.goto("about:blank");
  await game.goto(link);
  await game.waitForFunction(() => document.querySelectorAll(".history li").length === 1);
  assert.deepEqual(await game.locator(".hole .number").allInnerTexts(), holes);
  // the position alone
  await game.getByRole("button", { name: "Share this position" }).click();
  const position = await game.locator(".link-field").inputValue();
  await game.goto("about:blank");
  await game.goto(position);
  await game.waitForSelector(".position[open]");
  await game.waitForSelector(".hole.playable");
  assert.deepEqual(await game.locator(".hole .number").allInnerTexts(), holes);
  assert.equal(await game.locator(".history li").count(), 0);
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

sized(
  "the page works offline after the first visit",
  async (context, open) => {
    const it = await open("#/library");
    await it.waitForSelector(".games li");
    await it.evaluate(() => navigator.serviceWorker.ready);
    await it.waitForFunction(() => navigator.serviceWorker.controller);
    await context.setOffline(true);
    await it.reload();
    await it.waitForSelector(".games li");
    await it.goto(`${shared.served.address}#/workshop`);
    await it.waitForSelector(".cm-content");
    await it.waitForSelector("[data-panel=panel-statistics] .histogram");
    await context.setOffline(false);
  },
  { sizes: [PHONE] },
);
