// Files, positions and games as links. Everything is in the part of the address after `#`, which is sent to no server.

import type { Spec, Table } from "./types";

export type Shared = { kind: "file"; game: Spec } | { kind: "play"; table: Table };

async function through(bytes: Uint8Array, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const piped = new Blob([bytes as BlobPart])
    .stream()
    .pipeThrough(stream as ReadableWritablePair<Uint8Array, Uint8Array>);
  return new Uint8Array(await new Response(piped as unknown as BodyInit).arrayBuffer());
}

export async function packed(shared: Shared): Promise<string> {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(shared)), new CompressionStream("deflate-raw"));
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

export async function unpacked(text: string): Promise<Shared> {
  const letters = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  const shared = JSON.parse(
    new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw"))),
  ) as Shared;
  if (shared.kind !== "file" && shared.kind !== "play") throw new Error("unknown");
  return shared;
}

export async function link(shared: Shared): Promise<string> {
  return `${location.href.split("#")[0]}#/s/${await packed(shared)}`;
}
