// Asks the module. It works in web workers, so that the page never waits; a worker whose answer nobody wants any more is
// ended, and another takes its place.

import type { Refused } from "./types";

/** The answer is no longer wanted. */
export class Cancelled extends Error {}

/** The module refuses to answer, for this reason. */
export class Refusal extends Error {
  constructor(readonly refused: Refused) {
    super(refused.error);
  }
}

let compiled: Promise<WebAssembly.Module> | undefined;

/** The module, compiled once for all workers. */
export function load(): Promise<WebAssembly.Module> {
  compiled ??= (async () => {
    const response = await fetch("mancala.wasm");
    if (!response.ok) throw new Error(`mancala.wasm: ${response.status}`);
    // servers that do not know the type of the file send it as other bytes
    const typed = response.headers.get("content-type")?.startsWith("application/wasm") ?? false;
    return typed ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
  })();
  return compiled;
}

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

/** A worker that answers one question after the other. */
export class Engine {
  private worker: Worker | undefined;
  private readonly waiting = new Map<number, Waiting>();
  private next = 0;

  private async started(): Promise<Worker> {
    const module = await load();
    if (!this.worker) {
      this.worker = new Worker("worker.js");
      this.worker.onmessage = ({ data }: MessageEvent<{ id: number; answer: string }>) => {
        const waiting = this.waiting.get(data.id);
        this.waiting.delete(data.id);
        const answer = JSON.parse(data.answer) as Refused;
        if (answer && typeof answer.error === "string") waiting?.reject(new Refusal(answer));
        else waiting?.resolve(answer);
      };
      this.worker.postMessage({ module });
    }
    return this.worker;
  }

  /** Asks a question. */
  async ask<T>(question: object): Promise<T> {
    const id = this.next++;
    const answer = new Promise<T>((resolve, reject) => {
      this.waiting.set(id, { resolve: resolve as (answer: unknown) => void, reject });
    });
    // a question that was cancelled while the module was loading is not asked
    this.started().then(
      (worker) => this.waiting.has(id) && worker.postMessage({ id, question: JSON.stringify(question) }),
      (error: Error) => this.waiting.get(id)?.reject(error),
    );
    return answer;
  }

  /** Gives up all questions that wait for an answer. */
  cancel(): void {
    if (this.waiting.size === 0) return;
    this.worker?.terminate();
    this.worker = undefined;
    const all = [...this.waiting.values()];
    this.waiting.clear();
    for (const waiting of all) waiting.reject(new Cancelled());
  }
}

/** Quick answers: tables, previews, texts. */
export const quick = new Engine();
/** What takes long in the workshop and the library. */
export const work = new Engine();
/** Machine players, hints and reviews. */
export const thinker = new Engine();
/** The language server. */
export const language = new Engine();
