// Bundles the page and the module into dist, with the files compressed beside them.
//
//   node bundle.mjs MODULE.wasm

import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const module = process.argv[2];
if (!module) throw new Error("usage: node bundle.mjs MODULE.wasm");
const [from, to] = [join(here, "page"), join(here, "dist")];
mkdirSync(to, { recursive: true });
// the folder itself stays, and what keeps it in the repository: Cargo watches it
const isHidden = (file) => file.startsWith(".");
for (const file of readdirSync(to)) if (!isHidden(file)) rmSync(join(to, file), { recursive: true });

const options = {
  bundle: true,
  minify: true,
  target: "es2022",
  charset: "utf8",
  legalComments: "eof",
  logLevel: "warning",
};
await build({ ...options, entryPoints: [join(from, "main.ts")], outdir: to, format: "esm", splitting: true });
await build({ ...options, entryPoints: [join(from, "worker.ts")], outfile: join(to, "worker.js") });
await build({ ...options, entryPoints: [join(from, "style.css")], outfile: join(to, "style.css") });
for (const file of ["index.html", "icon.svg", "manifest.webmanifest", "program.json"])
  copyFileSync(join(from, file), join(to, file));
copyFileSync(module, join(to, "mancala.wasm"));

// the service worker keeps exactly these files; another version of any of them is another version of the page
const files = readdirSync(to)
  .filter((file) => file !== "program.json" && !isHidden(file))
  .sort();
const hash = createHash("sha256");
for (const file of files) hash.update(file).update(readFileSync(join(to, file)));
const define = { FILES: JSON.stringify(["./", ...files]), VERSION: JSON.stringify(hash.digest("hex").slice(0, 16)) };
await build({ ...options, entryPoints: [join(from, "sw.ts")], outfile: join(to, "sw.js"), define });

let [page, wasm] = [0, 0];
for (const file of readdirSync(to).filter((file) => !isHidden(file))) {
  const bytes = readFileSync(join(to, file));
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_LGWIN]: 24,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  const small = brotliCompressSync(bytes, { params });
  writeFileSync(join(to, `${file}.br`), small);
  writeFileSync(join(to, `${file}.gz`), gzipSync(bytes, { level: 9 }));
  if (file.endsWith(".wasm")) wasm += small.length;
  else page += small.length;
}
console.log(`web/dist: page ${Math.ceil(page / 1000)} kB, module ${Math.ceil(wasm / 1000)} kB, compressed`);
