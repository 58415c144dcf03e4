// The program that serves the page, if a program does: it answers the same questions as the module, faster.

/** What the program offers. */
export interface Program {
  program: boolean;
  version?: string;
  /** Seconds that a machine may think about a move. */
  longest?: number;
  databases?: boolean;
}

/** The program does not answer any more. */
export class Gone extends Error {}

/** Told on the window when the program does not answer any more; the module in the browser goes on. */
export const GONE = "program-gone";

let known: Promise<Program> | undefined;
let gone = false;

/** What serves this page; a web server has a file that says that it is no program. */
export function program(): Promise<Program> {
  known ??= fetch("program.json", { cache: "no-store" })
    .then((response) => (response.ok ? (response.json() as Promise<Program>) : { program: false }))
    .catch(() => ({ program: false }));
  return gone ? Promise.resolve({ program: false }) : known;
}

function lose(): Gone {
  if (!gone) {
    gone = true;
    dispatchEvent(new Event(GONE));
  }
  return new Gone();
}

/** A name that no other asker has. */
function name(): string {
  return `${Date.now().toString(36)}${Math.random().toString(36).slice(2)}`;
}

/** Asks the program, one question after the other; the program keeps for each asker what was read last. */
export class Remote {
  private worker = name();
  private last: Promise<unknown> = Promise.resolve();
  private abort = new AbortController();

  /** The answer, as text. What is known before it is told. */
  ask(question: string, told: (known: Record<string, unknown>) => void): Promise<string> {
    const { signal } = this.abort;
    const next = this.last.then(() => this.send(question, told, signal));
    this.last = next.catch(() => {});
    return next;
  }

  private async send(
    question: string,
    told: (known: Record<string, unknown>) => void,
    signal: AbortSignal,
  ): Promise<string> {
    const headers = { "content-type": "application/json", accept: "application/x-ndjson" };
    try {
      const response = await fetch(`ask?worker=${this.worker}`, { method: "POST", headers, body: question, signal });
      if (!response.ok || !response.body) throw lose();
      let rest = "";
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      for (;;) {
        const { done, value } = await reader.read();
        if (done) throw lose();
        const lines = (rest + value).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines.filter(Boolean)) {
          if (!line.startsWith('{"told":')) return line;
          told((JSON.parse(line) as { told: Record<string, unknown> }).told);
        }
      }
    } catch (error) {
      if (signal.aborted || error instanceof Gone) throw error;
      throw lose();
    }
  }

  /** Asks as another asker, of whom the program knows nothing. */
  renew(): void {
    this.cancel();
    this.worker = name();
  }

  /** Gives up all questions. */
  cancel(): void {
    this.abort.abort();
    this.abort = new AbortController();
  }
}
