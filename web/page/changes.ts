// What panels show now and did not show before the last edits.

/** What a panel says, entry by entry: a name, and what stands there. */
export type Entries = Map<string, string>;

/** Milliseconds without an edit after which what is shown counts as known. */
const SETTLED = 4000;

export class Changes<Panel> {
  private settled = new Map<Panel, Entries>();
  private latest = new Map<Panel, Entries>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Another text is shown: nothing of it is a change. */
  forget(): void {
    this.settled = new Map();
    this.latest = new Map();
  }

  /** What a panel says that counts as known. */
  known(panel: Panel): Entries | undefined {
    return this.settled.get(panel);
  }

  /** The text was edited: what changes from now on is compared with what has been known for a while. */
  edited(): void {
    clearTimeout(this.timer);
  }

  /** Notes what a panel says now. Returns what it said before, or nothing if that is not known. */
  note(panel: Panel, now: Entries): Entries | undefined {
    this.latest.set(panel, now);
    const before = this.settled.get(panel);
    if (!before) this.settled.set(panel, now);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => (this.settled = new Map(this.latest)), SETTLED);
    return before;
  }
}

/** Number of entries that are new, gone or different. */
export function count(before: Entries | undefined, now: Entries): number {
  if (!before) return 0;
  const gone = [...before.keys()].filter((name) => !now.has(name)).length;
  return gone + [...now].filter(([name, text]) => before.get(name) !== text).length;
}
