// Starts `mancala lsp` when a rule file is opened, and ends it with the window.

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

async function activate(context) {
  context.subscriptions.push(
    vscode.commands.registerCommand("mancala.restart", restart),
    vscode.commands.registerCommand("mancala.runExamples", runExamples),
    vscode.workspace.onDidChangeConfiguration(async (event) => {
      if (event.affectsConfiguration("mancala.path")) await restart();
    }),
  );
  await start();
}

async function start() {
  const command = vscode.workspace.getConfiguration("mancala").get("path") || "mancala";
  client = new LanguageClient(
    "mancala",
    "Mancala",
    { command, args: ["lsp"] },
    { documentSelector: [{ language: "mancala" }] },
  );
  try {
    await client.start();
  } catch (error) {
    // a program that did start is no language server
    client.stop().catch(() => {});
    client = undefined;
    const settings = "Open settings";
    const why = error?.message ?? error;
    const said = `\`${command} lsp\` cannot be started: ${why}. Install it (cargo install --path .), or set mancala.path.`;
    // activation does not wait for an answer
    vscode.window.showErrorMessage(said, settings)?.then((answer) => {
      if (answer === settings) vscode.commands.executeCommand("workbench.action.openSettings", "mancala.path");
    });
  }
}

async function restart() {
  await deactivate();
  await start();
}

/** Plays all examples of the file that is open; the server tells what happens. */
async function runExamples() {
  const document = vscode.window.activeTextEditor?.document;
  if (!client || document?.languageId !== "mancala") {
    vscode.window.showWarningMessage("Open a mancala rule file first.");
    return;
  }
  const uri = client.code2ProtocolConverter.asUri(document.uri);
  await client.sendRequest("workspace/executeCommand", { command: "mancala.runAllExamples", arguments: [uri] });
}

async function deactivate() {
  const running = client;
  client = undefined;
  await running?.stop();
}

module.exports = { activate, deactivate };
