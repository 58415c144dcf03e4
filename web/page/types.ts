// The answers of the module, as far as the page reads them. `web/README.md` describes them.

export interface Spec {
  name?: string;
  text?: string;
  set?: [string, string][];
}

export interface Table {
  game: Spec;
  match?: boolean;
  from?: string;
  lots?: number;
  steps: string[];
}

export interface Board {
  title: string;
  rows: number;
  columns: number;
  players: string[];
  cells: string[];
  owner: (number | null)[];
  ends: [number, number] | null;
  stores: number[];
  mark: string | null;
  match: boolean;
}

export interface Position {
  seeds: number[];
  marks: number[][];
  closed: number[];
  locked: number[];
  owner: (number | null)[];
  pot: number;
  toMove: number;
  notes: string[];
  text: string;
}

export interface Part {
  way?: "+" | "-";
  yes?: boolean;
  holes?: string[];
  cells?: number[];
  seeds?: number;
}

export interface Move {
  name: string;
  cell: number | null;
  parts: Part[];
}

export interface Cited {
  source: string;
  place: string;
}

export interface Told {
  text: string;
  rule: boolean;
  sources: Cited[] | null;
  assumed: string | null;
}

export interface Frame {
  cells: [number, number, number[]][];
  hand: number;
  at: number | null;
  told: number;
  rest: boolean;
}

export interface Past {
  next?: boolean;
  round: number;
  number: number;
  by: number;
  move: string;
  layingOut: boolean;
  gathered: string | null;
}

export interface View {
  board: Board;
  position: Position;
  toMove: number | null;
  moves: Move[];
  mustPass: boolean;
  layingOut: boolean;
  betweenRounds: boolean;
  over: boolean;
  result: string | null;
  reason: string | null;
  winners: number[] | null;
  round: number;
  captured: number[];
  past: Past[];
  lastCells: number[];
  match: { owned: number[]; reserve: number[]; pot: number; gone: number; points: number[] } | null;
  told?: Told[];
  frames?: Frame[];
}

export interface Problem {
  code: string;
  message: string;
  line: number;
  like?: string;
  column: number;
  help: string | null;
  situation?: string;
}

export interface Refused {
  error: string;
  problems: Problem[];
}

export interface Check {
  problems: Problem[];
  remark?: { remark: string } | null;
  unproved?: { unproved: string; why: string; line: number | null }[];
  claims?: { claim: string; said: string; line: number }[];
}

export interface Sentence {
  section: string;
  text: string;
  rule?: string;
  sources: Cited[];
  assumed: string | null;
  ground: string | null;
  like?: string;
}

export interface Difference {
  section: string;
  here: Sentence | null;
  there: Sentence | null;
  moved: string | null;
}

export interface Reading extends Sentence {
  names: string[];
  values: string[];
  in_force: boolean;
  changes: Difference[] | null;
}

export interface Explained {
  title: string;
  sentences: Sentence[];
  readings: Reading[];
  sources: (Sentence & { key: string; read: string | null; similar: string | null; describes: string | null })[];
}

export interface Example {
  title: string;
  line: { line: number; like?: string };
  readings: [string, string][];
  holds: boolean | null;
  differences: { expected: string; found: string; parts: string[] }[] | null;
  before: Position | null;
  after: Position | null;
  board: Board;
  deeds: string[];
  play: string[];
  outcome: string[];
}

export interface Option {
  names: string[];
  readings: { values: string[]; note: string | null }[];
  chosen: number;
  values: string[];
}

/** What is told of a game wherever it is named. */
interface About {
  name: string;
  title: string;
  also: string[];
  region: string[];
  rows: number;
  columns: number;
  seeds: number;
  families: string[];
}

export interface Game {
  game: About & { players: number; options: Option[] };
  match: boolean;
  board: Board;
  start: Position;
  fingerprint: string;
  /** Whether a database has values of this game. */
  database: boolean;
  databaseError: string | null;
}

export interface Listed extends About {
  players: number[];
}

export interface Library {
  games: Listed[];
  families: { name: string; about: string }[];
  version: string;
}

interface Counted {
  number: number;
  share: number;
}

export interface Statistics {
  games: number;
  plies: number;
  passes: number;
  stopped: number;
  wins: Counted[];
  draws: Counted;
  length: { min: number; median: number; mean: number; max: number } | null;
  lengths: [number, number][];
  scores: [number, number][][] | null;
  branching: { mean: number; max: number } | null;
  endings: { reason: string; line: { line: number } | null; games: number }[];
  rules: { line: { line: number }; condition: string; count: number }[];
}

interface Situation {
  position: string;
  move: string | null;
  said: string;
}

export interface Situations {
  lists: {
    list: string;
    rules: { line: number; condition: string; applies: string; situation: Situation | null }[];
    overlaps: { first: { line: number }; second: { line: number }; situation: Situation }[];
    decides: { makes: number[]; marked: string | null; falls: string; lines: { line: number }[] }[];
  }[];
  stuck_with_seeds: string | null;
  nobody_moves: string | null;
  unfinished: { line: number } | null;
}

export interface Hint {
  moves: { move: string; value: string; line: string }[];
  depth?: number;
  certainty?: string;
}

export interface Judged {
  value: string;
  best: string;
  played: string | null;
  lost: number;
  mark: string;
}

export interface Preview {
  told: string;
  falls?: number | null;
  question?: Told[] | null;
}
