// The program serves the page that is in it, and answers what the page asks. MANCALA names a program that was built after
// the page.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { breakRule, browser, dist, page } from "./served.mjs";

const program = process.env.MANCALA;
if (!program) throw new Error("MANCALA names no program");
const GAME = "um-el-tuweisat";

let server, address, folder;

/** Starts the program; returns it and what it prints first. */
async function serving(where, ...words) {
  const child = spawn(program, ["serve", "--address", where, ...words]);
  const said = new Promise((resolve, reject) => {
    child.stdout.once("data", (bytes) => resolve(String(bytes)));
    let complaint = "";
    child.stderr.on("data", (bytes) => {
      complaint += bytes;
    });
    child.once("close", () => reject(new Error(`the program has ended: ${complaint}`)));
  });
  return [child, await said];
}

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "mancala-"));
  const solved = spawnSync(program, ["solve", GAME, "--db", join(folder, "values")], { encoding: "utf8" });
  assert.equal(solved.status, 0, solved.stderr);
  let said;
  [server, said] = await serving("127.0.0.1:0", "--db", folder);
  [address] = said.split("\n");
});
after(() => {
  server?.kill();
  rmSync(folder, { recursive: true, force: true });
});

const HEADERS = { "content-type": "application/json" };

async function ask(question, headers = {}) {
  const response = await fetch(`${address}ask`, {
    method: "POST",
    headers: { ...HEADERS, ...headers },
    body: JSON.stringify(question),
  });
  assert.equal(response.status, 200);
  return (await response.text())
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

/** The status of a request with these headers, which a browser would not let a page set. */
function status(method, headers, path = "") {
  return new Promise((resolve, reject) => {
    const asked = request(address + path, { method, headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    asked.on("error", reject);
    asked.end(method === "POST" ? '{"ask":"library"}' : undefined);
  });
}

test("every file of the page is served at the local address", { timeout: 60_000 }, async () => {
  assert.match(address, /^http:\/\/127\.0\.0\.1:\d+\/$/);
  const files = readdirSync(dist).filter((file) => !/^\.|\.(br|gz)$/.test(file) && file !== "program.json");
  for (const file of files) {
    const response = await fetch(address + file);
    assert.equal(response.status, 200, file);
    assert.deepEqual(Buffer.from(await response.arrayBuffer()), readFileSync(join(dist, file)), file);
  }
  const start = await fetch(address);
  assert.match(start.headers.get("content-type"), /^text\/html/);
  assert.equal(start.headers.get("x-frame-options"), "DENY");
  assert.equal(await start.text(), readFileSync(join(dist, "index.html"), "utf8"));
  assert.equal((await fetch(`${address}mancala.wasm`)).headers.get("content-type"), "application/wasm");
  assert.equal((await fetch(`${address}../Cargo.toml`)).status, 404);
  assert.equal((await (await fetch(`${address}program.json`)).json()).program, true);
});

test("what cannot be used is an error with exit code 2", () => {
  const run = (...words) => spawnSync(program, ["serve", ...words], { encoding: "utf8" });
  const taken = run("--address", new URL(address).host);
  assert.match(taken.stderr, /cannot be served/);
  assert.equal(taken.status, 2);
  const missing = run("--db", join(folder, "nowhere"));
  assert.match(missing.stderr, /nowhere` cannot be read/);
  assert.equal(missing.status, 2);
});

test("an address of the network is said to be one", { timeout: 30_000 }, async () => {
  const [child, text] = await serving("0.0.0.0:0");
  child.kill();
  assert.match(text, /^http:\/\/0\.0\.0\.0:\d+\/\nother machines in the network can open this address/);
});

test("pages of other web sites cannot ask", async () => {
  const { host } = new URL(address);
  assert.equal(await status("POST", { ...HEADERS, host }, "ask"), 200);
  assert.equal(await status("POST", { ...HEADERS, host, origin: `http://${host}` }, "ask"), 200);
  assert.equal(await status("POST", { ...HEADERS, host, origin: "http://evil.example" }, "ask"), 403);
  assert.equal(await status("POST", { ...HEADERS, host, origin: "null" }, "ask"), 403);
  assert.equal(await status("POST", { "content-type": "text/plain", host }, "ask"), 403);
  // a name of a web site that stands for this machine
  assert.equal(await status("POST", { ...HEADERS, host: "evil.example" }, "ask"), 403);
  assert.equal(await status("GET", { host: "evil.example" }), 403);
  assert.equal(await status("GET", { host: host.replace("127.0.0.1", "localhost") }), 200);
});

test("questions are answered as the module answers them", { timeout: 120_000 }, async () => {
  const { load } = await import("./module.mjs");
  const module = load();
  for (const question of [
    { ask: "library" },
    { ask: "perft", game: { name: "oware" }, depth: 3 },
    { ask: "explain", game: { name: "bao-la-kiswahili" } },
    { ask: "table", table: { game: { name: "krur" }, steps: ["d1", "a2"] }, frames: true },
    { ask: "simulate", game: { name: "krur" }, games: 50, seed: 3, seconds: 60 },
    { ask: "nothing" },
    { ask: "explain", game: { name: "nobody" } },
  ]) {
    assert.deepEqual(await ask(question), [module(question)], JSON.stringify(question));
  }
});

test("a database gives exact values", async () => {
  const [game] = await ask({ ask: "game", game: { name: GAME } });
  assert.equal(game.database, true);
  const [other] = await ask({ ask: "game", game: { name: "krur" } });
  assert.equal(other.database, false);
  // under other readings the values are others
  const [changed] = await ask({ ask: "game", game: { name: GAME, set: [["start-hole", "skipped"]] } });
  assert.equal(changed.database, false);
  const [hint] = await ask({ ask: "hint", table: { game: { name: GAME }, steps: [] }, seconds: 60, seed: 0 });
  assert.equal(hint.certainty, "database");
  const exact = JSON.parse(
    spawnSync(program, ["analyse", GAME, "--db", join(folder, "values"), "--json"], { encoding: "utf8" }).stdout.split(
      "\n",
    )[0],
  );
  const said = ({ by }) => (by === 0 ? "draw" : by > 0 ? `wins by ${by}` : `loses by ${-by}`);
  const expected = new Map(exact.moves.map(({ move, value }) => [move, said(value)]));
  assert.deepEqual(new Map(hint.moves.map(({ move, value }) => [move, value])), expected);
  const [{ move }] = await ask({
    ask: "think",
    table: { game: { name: GAME }, steps: [] },
    player: "perfect",
    seed: 0,
  });
  assert.equal(expected.get(move), expected.get(hint.moves[0].move));
});

test("a search tells each depth, and ends when nobody waits for it", { timeout: 60_000 }, async () => {
  const question = { ask: "hint", table: { game: { name: "oware" }, steps: [] }, seconds: 600, seed: 0 };
  const headers = { ...HEADERS, accept: "application/x-ndjson" };
  const abort = new AbortController();
  const response = await fetch(`${address}ask?worker=me`, {
    method: "POST",
    headers,
    body: JSON.stringify(question),
    signal: abort.signal,
  });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (!/"depth":3/.test(text)) text += (await reader.read()).value;
  assert.match(text, /^\{"told":\{/);
  abort.abort();
  // the same thread is free for the next question
  const began = Date.now();
  const next = await fetch(`${address}ask?worker=me`, {
    method: "POST",
    headers,
    body: JSON.stringify({ ask: "library" }),
  });
  assert.ok((await next.json()).games.length > 100);
  assert.ok(Date.now() - began < 10_000, `${Date.now() - began} ms`);
});

test("random games tell how many are played", { timeout: 60_000 }, async () => {
  const question = { ask: "simulate", game: { name: "bao-la-kiswahili" }, games: 1_000_000, seed: 0, seconds: 1.5 };
  const lines = await ask(question, { accept: "application/x-ndjson" });
  const told = lines.slice(0, -1).map((line) => line.told);
  assert.ok(told.length > 0 && told.at(-1).done > 0 && told.every(({ of }) => of === 1_000_000), JSON.stringify(told));
  assert.ok(lines.at(-1).games > 0);
});

test("the page asks the program, and goes on in the browser when it ends", { timeout: 120_000 }, async () => {
  const [own, said] = await serving("127.0.0.1:0", "--db", folder);
  const [at] = said.split("\n");
  const opened = await browser();
  try {
    const context = await opened.newContext({ locale: "en" });
    await context.addInitScript(() => localStorage.setItem("mancala-speed", "0"));
    const wrong = [];
    const it = await page(context, `${at}#/play/${GAME}`, wrong);
    let asked = 0;
    it.on("request", (one) => (asked += one.url().includes("/ask?") ? 1 : 0));
    await it.waitForSelector(".hole.playable");
    assert.match(await it.locator("footer").innerText(), /The program on the machine/);
    assert.match(await it.locator(".setting").innerText(), /has a database/);
    await it.getByRole("button", { name: "Hint" }).click();
    await it.waitForFunction(() => /exact values from the database/.test(document.querySelector(".hints").textContent));
    await it.getByLabel("North").selectOption("perfect");
    await it.locator(".hole.playable").first().click();
    await it.waitForFunction(() => document.querySelectorAll(".history li").length === 2);
    assert.ok(asked >= 3, `${asked}`);
    // the whole workshop
    await it.goto(`${at}#/workshop`);
    await it.waitForSelector("[data-panel=panel-chart] img", { timeout: 60_000 });
    assert.deepEqual(wrong, []);
    own.kill();
    await new Promise((resolve) => own.once("exit", resolve));
    await breakRule(it);
    assert.match(await it.locator("footer").innerText(), /does not answer any more/);
  } finally {
    own.kill();
    await opened.close();
  }
});
