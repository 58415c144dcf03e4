// Loads the module as a page does, without a page.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { web } from "./served.mjs";

const target = process.env.CARGO_TARGET_DIR ?? join(web, "../target");
const module = new WebAssembly.Module(readFileSync(join(target, "web-module/mancala.wasm")));

export function load(told = () => {}) {
  let exports;
  const text = (start, length) => Buffer.from(exports.memory.buffer, start, length).toString();
  const page = {
    now: () => performance.now(),
    told: (start, length) => told(JSON.parse(text(start, length))),
    failed: (start, length) => {
      throw new Error(text(start, length));
    },
  };
  exports = new WebAssembly.Instance(module, { page }).exports;
  exports.begin();
  return (question) => {
    const bytes = Buffer.from(JSON.stringify(question));
    const start = exports.room(bytes.length);
    Buffer.from(exports.memory.buffer).set(bytes, start);
    const packed = BigInt.asUintN(64, exports.ask(start, bytes.length));
    const [at, length] = [Number(packed & 0xffffffffn), Number(packed >> 32n)];
    const answer = JSON.parse(text(at, length));
    exports.release(at, length);
    return answer;
  };
}
