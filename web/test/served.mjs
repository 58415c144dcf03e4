// Serves web/dist, and opens it in a browser. Everything that is missing is an error.

import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

export const web = dirname(dirname(fileURLToPath(import.meta.url)));
export const dist = join(web, "dist");
const TYPES = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
};
const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Serves the page as any static server does. */
export async function serve() {
  if (!existsSync(join(dist, "mancala.wasm"))) throw new Error("web/dist is missing: run web/build.sh first");
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://x").pathname));
    const file = join(dist, path.endsWith("/") ? "index.html" : path);
    if (!file.startsWith(dist) || !existsSync(file)) return response.writeHead(404).end();
    response
      .writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" })
      .end(readFileSync(file));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, address: `http://127.0.0.1:${server.address().port}/` };
}

/** The browser of the system. */
export async function browser() {
  const known =
    process.env.CHROMIUM ??
    ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);
  if (!known)
    throw new Error("chromium is missing: apt-get install --no-install-recommends chromium, or name one in CHROMIUM");
  return chromium.launch({ executablePath: known, args: FLAGS });
}

/** A page that fails the test if anything is wrong on its console. */
export async function page(context, address, wrong) {
  const opened = await context.newPage();
  opened.setDefaultTimeout(30_000);
  opened.on("console", (message) => ["error", "warning"].includes(message.type()) && wrong.push(message.text()));
  opened.on("pageerror", (error) => wrong.push(String(error)));
  await opened.goto(address);
  return opened;
}

/** Takes the first letter of a name from the rule file in the workshop, and waits until that is pointed out. */
export async function breakRule(workshop) {
  await workshop.locator(".cm-line", { hasText: "columns: 6" }).click();
  await workshop.keyboard.press("Home");
  await workshop.keyboard.press("Delete");
  await workshop.waitForSelector("[data-panel=panel-problems] .problems .bad");
  await workshop.waitForSelector(".cm-lintRange-error");
}
