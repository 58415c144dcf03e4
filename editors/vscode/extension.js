// Starts `mancala lsp` when a rule file is opened, and ends it with the window.

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

async function activate(context) {
  await start();
  context.subscriptions.push(
    vscode.workspace.onDidChangeConfiguration(async (event) => {
      if (event.affectsConfiguration("mancala.path")) {
        await deactivate();
        await start();
      }
    }),
  );
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
    client = undefined;
    vscode.window.showErrorMessage(
      `\`${command} lsp\` cannot be started: ${error?.message ?? error}. Install it (cargo install --path .), or set mancala.path.`,
    );
  }
}

async function deactivate() {
  const running = client;
  client = undefined;
  await running?.stop();
}

module.exports = { activate, deactivate };
