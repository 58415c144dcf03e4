// Asks questions of the rules. The program answers if it serves the page, and otherwise the module, in web workers, so that
// the page never waits; a worker whose answer nobody wants any more is ended, and another takes its place.

import { Gone, program, Remote } from "./program";
import type { Refused } from "./types";

/** The answer is no longer wanted. */
export class Cancelled extends Error {}

/** The question cannot be answered, for this reason. */
export class Refusal extends Error {
  constructor(readonly refused: Refused) {
    super(refused.error);
  }
}

/** What is known before the answer: parts of the work that are done, or a part of the answer. */
export type Told = { done?: number; of?: number } & Record<string, unknown>;

let compiled: Promise<WebAssembly.Module> | undefined;

/** The module, compiled once for all workers. */
function load(): Promise<WebAssembly.Module> {
  compiled ??= (async () => {
    const response = await fetch("mancala.wasm");
    if (!response.ok) throw new Error(`mancala.wasm: ${response.status}`);
    // servers that do not know the type of the file send it as other bytes
    const typed = response.headers.get("content-type")?.startsWith("application/wasm") ?? false;
    return typed ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
  })();
  return compiled;
}

/** Begins to load the module, if it will be asked. */
export async function prepare(): Promise<void> {
  if (!(await program()).program) await load();
}

interface Waiting {
  resolve(answer: string): void;
  reject(error: Error): void;
  told(known: Told): void;
}

/** A worker with an instance of the module. */
class Local {
  private worker: Worker | undefined;
  private readonly waiting = new Map<number, Waiting>();
  private next = 0;

  private async started(): Promise<Worker> {
    const module = await load();
    if (!this.worker) {
      this.worker = new Worker("worker.js");
      this.worker.onmessage = ({ data }: MessageEvent<{ id: number; answer?: string; told?: string }>) => {
        const waiting = this.waiting.get(data.id);
        if (data.told !== undefined) {
          waiting?.told(JSON.parse(data.told) as Told);
        } else {
          this.waiting.delete(data.id);
          waiting?.resolve(data.answer ?? "");
        }
      };
      this.worker.postMessage({ module });
    }
    return this.worker;
  }

  ask(question: string, told: (known: Told) => void): Promise<string> {
    const id = this.next++;
    const answer = new Promise<string>((resolve, reject) => this.waiting.set(id, { resolve, reject, told }));
    // a question that was cancelled while the module was loading is not asked
    this.started().then(
      (worker) => this.waiting.has(id) && worker.postMessage({ id, question }),
      (error: Error) => this.waiting.get(id)?.reject(error),
    );
    return answer;
  }

  cancel(): void {
    if (this.waiting.size > 0) this.end();
  }

  /** Ends the worker, with all that it keeps. */
  end(): void {
    this.worker?.terminate();
    this.worker = undefined;
    this.waiting.clear();
  }
}

/** Answers one question after the other. */
export class Engine {
  private readonly local = new Local();
  private readonly remote = new Remote();
  private readonly waiting = new Set<(error: Error) => void>();

  /** Asks a question; `told` learns what is known before the answer. */
  ask<T>(question: object, told: (known: Told) => void = () => {}): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.waiting.add(reject);
      const isWanted = () => this.waiting.has(reject);
      const heard = (known: Told) => isWanted() && told(known);
      this.answered(JSON.stringify(question), heard, isWanted)
        .then((text) => {
          const answer = JSON.parse(text) as Refused;
          if (answer && typeof answer.error === "string") reject(new Refusal(answer));
          else resolve(answer as T);
        })
        .catch(reject)
        .finally(() => this.waiting.delete(reject));
    });
  }

  private async answered(question: string, told: (known: Told) => void, isWanted: () => boolean): Promise<string> {
    if ((await program()).program) {
      if (!isWanted()) throw new Cancelled();
      try {
        return await this.remote.ask(question, told);
      } catch (error) {
        if (!(error instanceof Gone) || !isWanted()) throw error;
      }
    }
    if (!isWanted()) throw new Cancelled();
    return this.local.ask(question, told);
  }

  /** Gives up all questions that wait for an answer. */
  cancel(): void {
    if (this.waiting.size === 0) return;
    const all = [...this.waiting];
    this.waiting.clear();
    this.local.cancel();
    this.remote.cancel();
    for (const reject of all) reject(new Cancelled());
  }

  /** Begins anew: whoever answers forgets what was asked before. */
  renew(): void {
    this.cancel();
    this.local.end();
    this.remote.renew();
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
