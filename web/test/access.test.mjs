// What people who cannot see the page, or see it in other colours, get of it: axe-core finds nothing wrong on any page, and the
// tree that a screen reader reads says what there is to do.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { web } from "./served.mjs";
import { opened, SCREEN, SIZES } from "./sized.mjs";

const { sized } = opened();
const axe = readFileSync(join(web, "node_modules/axe-core/axe.min.js"), "utf8");

/** What axe-core finds wrong, in words. */
async function violations(it) {
  // the page allows no scripts but its own
  await it.evaluate(axe);
  const found = await it.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  // the editor scrolls with its cursor
  const counts = (id, html) => id !== "scrollable-region-focusable" || !html.includes("cm-scroller");
  const told = ({ id, nodes }) => nodes.filter(({ html }) => counts(id, html)).map(({ html }) => `${id}: ${html}`);
  return found.violations.flatMap(told);
}

/** Each page, and when it is complete. */
const PAGES = {
  workshop: async (open) => {
    const it = await open("#/workshop");
    await it.waitForSelector("[data-panel=panel-chart] img");
    await it.getByLabel("Open a game").selectOption("krur");
    await it.waitForFunction(() => document.querySelector("[data-panel=panel-board] h2")?.textContent === "Krur");
    await it.waitForSelector(".panel:not(.old)[data-panel=panel-chart] img");
    await it.evaluate(() => document.querySelector(".cm-content").focus());
    await it.keyboard.press("ControlOrMeta+End");
    await it.waitForSelector(".lens");
    return it;
  },
  "a mistake": async (open) => {
    const it = await open("#/workshop");
    await it.waitForSelector("[data-panel=panel-chart] img");
    await it.locator(".cm-line", { hasText: "columns: 6" }).click();
    await it.keyboard.press("Home");
    await it.keyboard.press("Delete");
    await it.waitForSelector(".cm-lintRange-error");
    await it.waitForSelector("[data-panel=panel-problems] .bad");
    return it;
  },
  "a game in play": async (open) => {
    const it = await open("#/play/bao-la-kiswahili");
    await it.waitForSelector(".hole.playable");
    await it.locator(".hole.playable").first().click();
    await it.waitForSelector(".question");
    await it.locator(".choice button.main").first().click();
    await it.waitForSelector(".history li");
    await it.getByRole("button", { name: "Hint" }).click();
    await it.waitForSelector(".hints table");
    return it;
  },
  "a match with a pot of marks": async (open) => {
    const it = await open("#/play/um-laarais");
    await it.waitForSelector(".hole.playable");
    await it.locator("summary", { hasText: "Readings" }).click();
    await it.locator("summary", { hasText: "Another position" }).click();
    return it;
  },
  library: async (open) => {
    const it = await open("#/library");
    await it.waitForSelector(".games li");
    return it;
  },
  "a game of the library": async (open) => {
    const it = await open("#/library/um-el-tuweisat");
    await it.waitForSelector(".example");
    await it.getByLabel("Compare with").selectOption("oware");
    await it.waitForSelector(".compared .differences li");
    return it;
  },
};

for (const [name, reach] of Object.entries(PAGES)) {
  sized(
    `axe-core finds nothing wrong: ${name}`,
    async (_, open) => {
      const it = await reach(open);
      // a file with a mistake stays grey
      const isOld = (await it.locator(".panel.old").count()) > 0;
      const found = [];
      for (const colorScheme of ["light", "dark"]) {
        await it.emulateMedia({ colorScheme });
        for (const size of SIZES) {
          await it.setViewportSize(size);
          // panels are drawn again in other colours, which fade in
          await it.waitForTimeout(600);
          if (!isOld) await it.waitForFunction(() => !document.querySelector(".panel.old"));
          for (const one of await violations(it)) found.push(`${colorScheme}, ${size.width} x ${size.height}: ${one}`);
        }
      }
      assert.deepEqual(found, []);
    },
    { sizes: [SCREEN], colorScheme: "light" },
  );
}

/** What a screen reader is told: roles with names, in the order of the page. */
async function told(context, it) {
  const session = await context.newCDPSession(it);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  return nodes
    .filter(({ ignored }) => !ignored)
    .map((node) => {
      const state = (name) => node.properties?.find((property) => property.name === name)?.value.value;
      return { role: node.role?.value, name: node.name?.value ?? "", disabled: state("disabled"), live: state("live") };
    });
}

sized(
  "a screen reader is told the board, whose turn it is and what happened",
  async (context, open) => {
    const it = await open("#/play/krur");
    await it.waitForSelector(".hole.playable");
    const tree = await told(context, it);
    const named = (role) => tree.filter((node) => node.role === role).map((node) => node.name);
    assert.ok(named("heading").includes("Krur"), `${named("heading")}`);
    assert.ok(named("navigation").includes("Pages"));
    assert.ok(tree.some((node) => node.role === "main"));
    assert.ok(
      named("group").some((name) => name === "Board, 2 rows of 4 holes"),
      `${named("group")}`,
    );
    // each hole tells its name, its seeds, and whether it may be chosen
    const holes = named("button").filter((name) => /^[a-d][12]: /.test(name));
    assert.equal(holes.length, 8);
    assert.ok(holes.includes("a1: 4 seeds, may be chosen"), `${holes}`);
    assert.ok(holes.includes("a2: 4 seeds"), `${holes}`);
    // what changes is announced
    const status = tree.find((node) => node.role === "status" && node.live === "polite");
    assert.ok(status);
    // nothing that can be used is nameless
    const used = ["button", "link", "combobox", "textbox", "checkbox", "spinbutton", "img"];
    assert.deepEqual(
      tree.filter((node) => used.includes(node.role) && node.name.trim() === ""),
      [],
    );
    await it.locator(".hole.playable").first().click();
    await it.waitForSelector(".history li");
    const after = await told(context, it);
    assert.ok(after.some((node) => node.role === "StaticText" && node.name === "North is to move. Choose a hole."));
    assert.ok(after.some((node) => /^b1: 0 seeds/.test(node.name)));
  },
  { sizes: [SCREEN] },
);

sized(
  "all of a game is reached by the keyboard alone",
  async (_, open) => {
    const it = await open("#/play/krur");
    await it.waitForSelector(".hole.playable");
    await it.evaluate(() => document.activeElement.blur());
    // every control takes the focus, which is seen
    const seen = new Set();
    for (let nth = 0; nth < 40; nth++) {
      await it.keyboard.press("Tab");
      const now = await it.evaluate(() => {
        const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);
        const name = document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent;
        return [name, document.activeElement === document.body || (outlineStyle !== "none" && outlineWidth !== "0px")];
      });
      assert.ok(now[1], `the focus is not seen: ${now[0]}`);
      seen.add(now[0]);
    }
    for (const name of ["Go to the content", "Workshop", "a1: 4 seeds, may be chosen", "Hint", "Share"]) {
      assert.ok(seen.has(name), `${name} is not reached: ${[...seen].join("; ")}`);
    }
  },
  { sizes: [SCREEN] },
);
