// The module says the same as the program: of every ruleset the counts, the sentences and what is proved; of every file
// with mistakes the problems. MANCALA names the program.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { brotliCompressSync, constants } from "node:zlib";
import { load } from "./module.mjs";
import { dist, web } from "./served.mjs";

/** Most bytes of the page and of the module, as they are sent. */
const MOST = { page: 800_000, module: 1_500_000 };
/** Sequences of two plies are counted; where there are fewer than this, sequences of three. */
const FEW = 120;

const root = join(web, "..");
const program = process.env.MANCALA ?? join(root, "target/release/mancala");
if (!existsSync(program)) throw new Error(`${program} is missing: build the program, or name it in MANCALA`);

/** What the program prints as JSON, typed in a folder. */
function typed(cwd, ...words) {
  const { stdout, status, error } = spawnSync(program, [...words, "--json"], {
    encoding: "utf8",
    cwd,
    maxBuffer: 1 << 28,
  });
  if (error) throw error;
  assert.ok(status === 0 || status === 1, `${words.join(" ")}: ${status}`);
  return stdout
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

const lines = (...words) => typed(root, ...words);

/** Without the name of the file, which a text in a page does not have. */
const unnamed = (records) => records.map(({ file: _, ...record }) => record);

/** What `check` prints, from an answer of the module. */
function printed({ problems, remark, unproved, claims }) {
  if (problems.length > 0) return problems;
  return [remark, ...unproved, ...claims.map(({ said: _, ...claim }) => claim)].filter(Boolean);
}

const ask = load();
const games = ask({ ask: "library" }).games.map((game) => game.name);

test("the library has the games of the program", () => {
  assert.deepEqual(
    games,
    lines("list").map((game) => game.name),
  );
  assert.ok(games.length > 100);
});

test("every ruleset has the same counts", () => {
  for (const name of games) {
    const [, two] = ask({ ask: "perft", game: { name }, depth: 2 }).nodes;
    const depth = two < FEW ? 3 : 2;
    const counted = lines("perft", name, "--depth", String(depth)).map((line) => line.nodes);
    assert.equal(counted.length, depth);
    assert.deepEqual(ask({ ask: "perft", game: { name }, depth }).nodes, counted, name);
  }
});

test("every ruleset is told in the same sentences", () => {
  for (const name of games) {
    const { sentences, readings, sources, examples } = ask({ ask: "explain", game: { name } });
    assert.deepEqual([...sentences, ...readings, ...sources, ...examples], lines("explain", name), name);
  }
});

test("of every ruleset the same is proved", () => {
  // one after the other in one command: the program reports them in order, by file
  const all = grouped(lines("check", ...games));
  for (const name of games) {
    const found = ask({ ask: "check", game: { name } });
    assert.deepEqual(found.problems, [], name);
    const told = [printed(found), all.get(`${name}.mancala`) ?? []].map((records) => untimed(unnamed(records)));
    assert.deepEqual(told[0], told[1], name);
  }
});

/** Without how many positions were looked at in vain: the time ends that, and the module is slower. */
function untimed(records) {
  return records.map((record) => (record.known === "not found" ? { ...record, positions: undefined } : record));
}

function grouped(records) {
  const found = new Map();
  for (const record of records) found.set(record.file, [...(found.get(record.file) ?? []), record]);
  return found;
}

test("every file with mistakes has the same problems", () => {
  const folder = join(root, "tests/errors");
  const files = readdirSync(folder).filter((file) => file.endsWith(".mancala"));
  assert.ok(files.length > 100);
  for (const file of files) {
    const text = readFileSync(join(folder, file), "utf8");
    const [name] = file.split(".mancala");
    const found = printed(ask({ ask: "check", game: { name, text } }));
    assert.deepEqual(unnamed(found), unnamed(typed(folder, "check", file)), file);
  }
});

test("random games come out the same", () => {
  for (const name of ["krur", "oware", "bao-la-kiswahili", "um-laarais", "tchuka-ruma"]) {
    const [{ games: played, wins, draws, passes, length }] = lines("simulate", name, "--games", "200", "--seed", "7");
    const found = ask({ ask: "simulate", game: { name }, games: 200, seed: 7, seconds: 60 });
    assert.deepEqual(
      [found.games, found.wins.map((one) => one.number), found.draws.number, found.passes, found.length.max],
      [played, wins, draws, passes, length.max],
      name,
    );
  }
});

test("the time that the page lends ends long work", () => {
  const found = ask({ ask: "simulate", game: { name: "bao-la-kiswahili" }, games: 10_000_000, seed: 0, seconds: 0.2 });
  assert.ok(found.games > 0 && found.games < 1_000_000, String(found.games));
});

test("what is known before the answer is told", () => {
  const told = [];
  const module = load((known) => told.push(known));
  module({ ask: "hint", table: { game: { name: "krur" }, steps: [] }, seconds: 1, seed: 0 });
  assert.ok(
    told.some(({ depth, moves }) => depth > 1 && moves.length === 4),
    JSON.stringify(told),
  );
  told.length = 0;
  module({ ask: "simulate", game: { name: "bao-la-kiswahili" }, games: 1_000_000, seed: 0, seconds: 1 });
  assert.ok(told.length > 1 && told.at(-1).done > 0 && told.every(({ of }) => of === 1_000_000), JSON.stringify(told));
});

test("what cannot be answered is an error in words", () => {
  assert.match(ask({ ask: "explain", game: { name: "nobody" } }).error, /no ruleset `nobody`/);
  assert.match(ask({ ask: "fly" }).error, /cannot be read/);
  assert.match(ask({ ask: "explain", game: { name: "krur", set: [["no-move", "dance"]] } }).error, /dance/);
  assert.match(ask({ ask: "table", table: { game: { name: "krur" }, steps: ["z9"] } }).error, /not a legal move|legal/);
});

test("the page and the module are small", () => {
  const sizes = { page: 0, module: 0 };
  for (const file of readdirSync(dist).filter((file) => !/^\.|\.(br|gz)$/.test(file))) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 };
    sizes[file.endsWith(".wasm") ? "module" : "page"] += existsSync(join(dist, `${file}.br`))
      ? readFileSync(join(dist, `${file}.br`)).length
      : brotliCompressSync(readFileSync(join(dist, file)), { params }).length;
  }
  assert.ok(sizes.page > 0 && sizes.page <= MOST.page, `the page has ${sizes.page} bytes`);
  assert.ok(sizes.module > 0 && sizes.module <= MOST.module, `the module has ${sizes.module} bytes`);
});

test("every language has every text, with the same places for values", () => {
  const folder = join(web, "page/texts");
  const catalogue = (file) => JSON.parse(readFileSync(join(folder, file), "utf8"));
  const places = (texts) =>
    Object.fromEntries(
      Object.entries(texts).map(([key, text]) => [key, [...text.matchAll(/\{\w+\}/g)].map(String).sort()]),
    );
  const all = readdirSync(folder);
  assert.ok(all.includes("de.json"));
  for (const file of all) {
    const texts = catalogue(file);
    assert.deepEqual(places(texts), places(catalogue("en.json")), file);
    assert.deepEqual(
      Object.keys(texts).filter((key) => texts[key].trim() === ""),
      [],
      file,
    );
  }
});

test("every text of the page is in the catalogue, and every text of the catalogue is used", () => {
  const catalogue = Object.keys(JSON.parse(readFileSync(join(web, "page/texts/en.json"), "utf8")));
  const source = readdirSync(join(web, "page"))
    .filter((file) => file.endsWith(".ts"))
    .map((file) => readFileSync(join(web, "page", file), "utf8"))
    .join("\n");
  // names that are put together, such as `level-easy`, stand as a whole somewhere, or follow one of these beginnings
  const made = ["ground-", "certainty-", "move-", "applies-"].filter((start) => source.includes(`\`${start}\${`));
  const unused = catalogue.filter(
    (key) => !source.includes(`"${key}"`) && !made.some((start) => key.startsWith(start)),
  );
  assert.deepEqual(unused, []);
});
