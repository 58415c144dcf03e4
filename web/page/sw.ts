// Keeps the page in the browser, so that it works without a network after the first visit.

declare const FILES: string[];
declare const VERSION: string;

interface Extended extends Event {
  waitUntil(promise: Promise<unknown>): void;
}
interface Fetched extends Extended {
  request: Request;
  respondWith(response: Promise<Response>): void;
}
const worker = self as unknown as {
  addEventListener(name: string, listen: (event: never) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
};
const CACHE = `mancala-${VERSION}`;

worker.addEventListener("install", (event: Extended) => {
  const kept = async () => {
    const cache = await caches.open(CACHE);
    await cache.addAll(FILES.map((file) => new Request(file, { cache: "reload" })));
    await worker.skipWaiting();
  };
  event.waitUntil(kept());
});

worker.addEventListener("activate", (event: Extended) => {
  const old = async () => {
    for (const name of await caches.keys())
      if (name.startsWith("mancala-") && name !== CACHE) await caches.delete(name);
    await worker.clients.claim();
  };
  event.waitUntil(old());
});

worker.addEventListener("fetch", (event: Fetched) => {
  if (event.request.method !== "GET") return;
  // whether a program serves the page is asked anew each time
  if (new URL(event.request.url).pathname.endsWith("/program.json")) {
    const none = () => new Response('{ "program": false }', { headers: { "content-type": "application/json" } });
    event.respondWith(fetch(event.request).catch(none));
    return;
  }
  const found = async () => {
    const cache = await caches.open(CACHE);
    const known = await cache.match(event.request, { ignoreSearch: true });
    return known ?? fetch(event.request);
  };
  event.respondWith(found());
});
