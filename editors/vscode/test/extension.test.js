// The bundled extension with the real language client and the real server, in a stand-in for the editor.

const assert = require("node:assert/strict");
const { existsSync, readFileSync } = require("node:fs");
const Module = require("node:module");
const path = require("node:path");
const { after, before, test } = require("node:test");

const { vscode, seen, events, Position, Range, Uri } = require("./vscode.js");

const root = path.join(__dirname, "..", "..", "..");
const ending = process.platform === "win32" ? ".exe" : "";
/** The program: as named, or as `cargo test` leaves it. */
const program = process.env.MANCALA ?? path.join(root, "target", "debug", `mancala${ending}`);

const load = Module._load;
Module._load = (name, ...more) => (name === "vscode" ? vscode : load(name, ...more));
const extension = require("../dist/extension.js");

const GAME = `game "Tiny" {
  like: kalah
}

sources {
  wiki: "Wikipedia, en.wikipedia.org/wiki/Kalah"
}

example "a move" {
  play: a1
  next: South
}
`;

const subscriptions = [];
const uri = Uri.file("/games/tiny.mancala");
let text = GAME;
let version = 1;
const document = {
  uri,
  languageId: "mancala",
  get version() {
    return version;
  },
  getText: () => text,
};

const token = new vscode.CancellationTokenSource().token;

/** The position so many letters into words. */
function at(words, into = 0) {
  const before = text.slice(0, text.indexOf(words) + into);
  return new Position(before.split("\n").length - 1, before.length - (before.lastIndexOf("\n") + 1));
}

/** Waits until something is there. */
async function until(what, told) {
  const end = Date.now() + 120_000;
  for (;;) {
    const found = await what();
    if (found) return found;
    assert.ok(Date.now() < end, told);
    await new Promise((done) => setTimeout(done, 50));
  }
}

function write(changed) {
  text = changed;
  version += 1;
  const contentChanges = [{ text, range: undefined, rangeLength: 0, rangeOffset: 0 }];
  events.change.fire({ document, contentChanges });
}

const codes = () => seen.diagnostics.get(uri.toString())?.map((found) => found.code?.value ?? found.code);

before(async () => {
  assert.ok(existsSync(program), `${program} is missing: run \`cargo build\`, or name the program in MANCALA`);
  seen.settings["mancala.path"] = program;
  vscode.workspace.textDocuments.push(document);
  await extension.activate({ subscriptions });
  vscode.window.activeTextEditor = { document };
});

after(() => extension.deactivate());

test("problems arrive with their weight", async () => {
  await until(() => codes()?.length === 2, "problems");
  const found = Object.fromEntries(seen.diagnostics.get(uri.toString()).map((one) => [one.code, one]));
  assert.deepEqual(Object.keys(found).sort(), ["failing-example", "unused-name"]);
  assert.equal(found["unused-name"].severity, vscode.DiagnosticSeverity.Warning);
  assert.deepEqual(found["unused-name"].tags, [vscode.DiagnosticTag.Unnecessary]);
  assert.match(found["failing-example"].message, /South should be to move, and North is/);
});

test("words are explained, suggested and coloured", async () => {
  const hover = await seen.providers.Hover.provider.provideHover(document, at("kalah", 1), token);
  assert.match(JSON.stringify(hover), /Taken over from Kalah/);
  const place = at("  play:", 2);
  const items = await seen.providers.CompletionItem.provider.provideCompletionItems(document, place, token, {});
  const labels = JSON.stringify(items);
  assert.match(labels, /stores before/);
  const { provider, more } = seen.providers.DocumentSemanticTokens;
  assert.ok(more.length > 0, "what the colours are called");
  const colours = await provider.provideDocumentSemanticTokens(document, token);
  assert.ok(JSON.stringify(colours).length > 50);
  const links = await seen.providers.DocumentLink.provider.provideDocumentLinks(document, token);
  assert.equal(links.length, 1);
  const folds = await seen.providers.FoldingRange.provider.provideFoldingRanges(document, {}, token);
  assert.equal(folds.length, 3);
});

test("an example is run and its outcome written", async () => {
  const lenses = await until(async () => {
    const found = await seen.providers.CodeLens.provider.provideCodeLenses(document, token);
    return found.length === 2 && found;
  }, "an example that fails has two");
  assert.match(lenses[0].command.title, /Run this example \(it fails\)/);
  const run = (lens) => vscode.commands.executeCommand(lens.command.command, ...lens.command.arguments);
  await run(lenses[0]);
  const told = await until(() => seen.messages.find(({ text }) => text.includes("a move")), "what happened");
  assert.equal(told.kind, "warning");
  await run(lenses[1]);
  const [edit] = await until(() => seen.edits[0]?.edits, "the edit");
  assert.match(edit.text, /next: North/);
  await vscode.commands.executeCommand("mancala.runExamples");
  await until(() => seen.messages.filter(({ text }) => text.includes("a move")).length === 2, "what happened");
});

test("problems have fixes, and go when they are made", async () => {
  const range = new Range(at("wiki:"), at("wiki:", 4));
  const context = { diagnostics: [], only: undefined, triggerKind: 1 };
  const found = await seen.providers.CodeActions.provider.provideCodeActions(document, range, context, token);
  assert.match(JSON.stringify(found), /Remove the source `wiki`/);
  write(GAME.replace(/ {2}wiki.*\n/, "").replace("next: South", "next: North"));
  await until(() => codes()?.length === 0, "no problems");
});

test("names are renamed, or the reason is told", async () => {
  const named = GAME.replace("next: South", "next: North").replace("like: kalah", 'like: kalah @ wiki "1"');
  write(named);
  const { provider } = seen.providers.Rename;
  const edit = await provider.provideRenameEdits(document, at("wiki:", 1), "wp", token);
  assert.equal(edit.edits.length, 2);
  await assert.rejects(provider.provideRenameEdits(document, at("wiki:", 1), "when", token), /reserved word/);
});

test("a program that is missing is told, with the setting", async () => {
  seen.settings["mancala.path"] = path.join(root, "no-such-program");
  seen.messages.length = 0;
  await vscode.commands.executeCommand("mancala.restart");
  const told = await until(() => seen.messages.find(({ text }) => text.includes("mancala.path")), "a message");
  assert.equal(told.kind, "error");
  assert.match(told.text, /no-such-program lsp` cannot be started/);
  await vscode.commands.executeCommand("mancala.runExamples");
  assert.equal(seen.messages.at(-1).kind, "warning");
  // a change of the setting starts it again
  seen.settings["mancala.path"] = program;
  seen.diagnostics.clear();
  events.settings.fire({ affectsConfiguration: (name) => name === "mancala.path" });
  await until(() => codes(), "the server is back");
});

test("the package names what it has", () => {
  const manifest = JSON.parse(readFileSync(path.join(__dirname, "..", "package.json"), "utf8"));
  for (const { command } of manifest.contributes.commands) assert.ok(seen.commands.has(command), command);
  for (const file of [manifest.main, manifest.icon, "README.md", "LICENSE"]) {
    assert.ok(existsSync(path.join(__dirname, "..", file)), file);
  }
});
