// A web worker: holds one instance of the module and answers one question after the other.

interface Exports {
  memory: WebAssembly.Memory;
  begin(): void;
  room(length: number): number;
  ask(start: number, length: number): bigint;
  release(start: number, length: number): void;
}

let module: WebAssembly.Module | undefined;
let exports: Exports | undefined;
let why = "";
/** The question that is being answered. */
let asked: number | undefined;

function text(start: number, length: number): string {
  return new TextDecoder().decode(new Uint8Array((exports as Exports).memory.buffer, start, length));
}

async function begun(): Promise<Exports> {
  if (exports) return exports;
  const page = {
    now: () => performance.now(),
    failed: (start: number, length: number) => (why = text(start, length)),
    told: (start: number, length: number) => self.postMessage({ id: asked, told: text(start, length) }),
  };
  const instance = await WebAssembly.instantiate(module as WebAssembly.Module, { page });
  exports = instance.exports as unknown as Exports;
  exports.begin();
  return exports;
}

async function answer(question: string): Promise<string> {
  const { memory, room, ask, release } = await begun();
  const bytes = new TextEncoder().encode(question);
  try {
    const start = room(bytes.length);
    new Uint8Array(memory.buffer, start, bytes.length).set(bytes);
    const packed = BigInt.asUintN(64, ask(start, bytes.length));
    const [at, length] = [Number(packed & 0xffffffffn), Number(packed >> 32n)];
    const found = text(at, length);
    release(at, length);
    return found;
  } catch (error) {
    // an instance that failed cannot go on; the next question gets a new one
    exports = undefined;
    return JSON.stringify({ error: why || String(error), problems: [], failed: true });
  }
}

let last = Promise.resolve();
self.onmessage = ({ data }: MessageEvent<{ module?: WebAssembly.Module; id?: number; question?: string }>) => {
  if (data.module) {
    module = data.module;
    return;
  }
  last = last.then(async () => {
    asked = data.id;
    self.postMessage({ id: data.id, answer: await answer(data.question ?? "") });
  });
};
