// The program serves the page that is in it. SERVER names a program that was built with the feature `serve`.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { dist } from "./served.mjs";

const program = process.env.SERVER;
if (!program) throw new Error("SERVER names no program");

test("every file of the page is served at the local address", { timeout: 60_000 }, async () => {
  const server = spawn(program, ["serve", "--address", "127.0.0.1:0"]);
  try {
    const address = await new Promise((resolve) => server.stdout.once("data", (data) => resolve(String(data).trim())));
    assert.match(address, /^http:\/\/127\.0\.0\.1:\d+\/$/);
    const files = readdirSync(dist).filter((file) => !/\.(br|gz)$/.test(file));
    for (const file of files) {
      const response = await fetch(address + file);
      assert.equal(response.status, 200, file);
      assert.deepEqual(Buffer.from(await response.arrayBuffer()), readFileSync(join(dist, file)), file);
    }
    const start = await fetch(address);
    assert.match(start.headers.get("content-type"), /^text\/html/);
    assert.equal(await start.text(), readFileSync(join(dist, "index.html"), "utf8"));
    assert.equal((await fetch(`${address}mancala.wasm`)).headers.get("content-type"), "application/wasm");
    assert.equal((await fetch(`${address}../Cargo.toml`)).status, 404);
    const second = spawnSync(program, ["serve", "--address", new URL(address).host], { encoding: "utf8" });
    assert.match(second.stderr, /cannot be served/);
    assert.equal(second.status, 2);
  } finally {
    server.kill();
  }
});
