// The TextMate grammar in the program that VS Code reads such grammars with.

const assert = require("node:assert/strict");
const { readFileSync, readdirSync } = require("node:fs");
const path = require("node:path");
const { test } = require("node:test");
const { loadWASM, OnigScanner, OnigString } = require("vscode-oniguruma");
const { INITIAL, Registry, parseRawGrammar } = require("vscode-textmate");

const root = path.join(__dirname, "..");

async function grammar() {
  const wasm = readFileSync(path.join(path.dirname(require.resolve("vscode-oniguruma")), "onig.wasm"));
  await loadWASM(wasm);
  const file = path.join(root, "syntaxes", "mancala.tmLanguage.json");
  const registry = new Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new OnigScanner(patterns),
      createOnigString: (text) => new OnigString(text),
    }),
    loadGrammar: async () => parseRawGrammar(readFileSync(file, "utf8"), file),
  });
  return registry.loadGrammar("source.mancala");
}

/** The words of a text, each with the last of its scopes. */
function words(found, text) {
  let state = INITIAL;
  return text.split("\n").flatMap((line) => {
    const { tokens, ruleStack } = found.tokenizeLine(line, state);
    state = ruleStack;
    return tokens.map(({ startIndex, endIndex, scopes }) => [line.slice(startIndex, endIndex), scopes.at(-1)]);
  });
}

test("words have the scopes of what they are", async () => {
  const found = await grammar();
  const text = `last seed, the first that fits {
  when here is own end -> capture prey, end turn   @ wiki "5 | 6", copy "7" because "so"  // note
  surplus: to reserve @ wiki "1" | to pot
}`;
  const scopes = words(found, text);
  for (const [word, scope] of [
    ["last seed", "entity.name.section.mancala"],
    ["when", "keyword.control.mancala"],
    ["capture", "support.function.mancala"],
    ["end turn", "support.function.mancala"],
    ["@", "keyword.operator.citation.mancala"],
    ["wiki", "entity.name.tag.mancala"],
    ['"5 | 6"', "string.quoted.double.mancala"],
    ["copy", "entity.name.tag.mancala"],
    ["because", "keyword.control.mancala"],
    ["// note", "comment.line.double-slash.mancala"],
    ["surplus", "variable.other.property.mancala"],
    ["|", "keyword.operator.mancala"],
    ["to pot", "constant.language.mancala"],
  ]) {
    assert.ok(scopes.some(([said, told]) => said === word && told === scope), `${word}: ${JSON.stringify(scopes)}`);
  }
});

test("every rule file of the project is read to its end", async () => {
  const found = await grammar();
  const folder = path.join(root, "..", "..", "rulesets");
  const files = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".mancala"));
  assert.ok(files.length > 100);
  for (const file of files) {
    let state = INITIAL;
    for (const line of readFileSync(path.join(folder, file), "utf8").split("\n")) {
      state = found.tokenizeLine(line, state).ruleStack;
      // nothing goes on with the next line
      assert.equal(state.depth, 1, `${file}: ${line}`);
    }
  }
});
