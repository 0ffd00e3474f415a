// A link is a variant: the layout is compressed in the fragment of the address, which browsers never send to a server.

import { tr } from "./texts.js";

const MOST_SIGNS = 400_000; // of a link
const MOST_BYTES = 500_000; // of a layout, as in workspace.py

const stream = (bytes, way) => new Blob([bytes]).stream().pipeThrough(way);

export async function packed(text) {
  const bytes = new Uint8Array(await new Response(stream(text, new CompressionStream("deflate-raw"))).arrayBuffer());
  let signs = "";
  for (const byte of bytes) signs += String.fromCharCode(byte);
  return btoa(signs).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

// The text of a link; an Error with one line for one that is damaged, or that holds more than a layout may have.
export async function unpacked(data) {
  const damaged = () => new Error(tr("This link is damaged: the layout in it cannot be read."));
  if (data.length > MOST_SIGNS) throw new Error(tr("This link holds more than a layout may have."));
  if (!/^[\w-]+$/.test(data)) throw damaged();
  let bytes;
  try {
    bytes = Uint8Array.from(atob(data.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
  } catch {
    throw damaged();
  }
  const reader = stream(bytes, new DecompressionStream("deflate-raw")).getReader(), pieces = [];
  for (let length = 0; ;) {
    let piece;
    try {
      piece = await reader.read();
    } catch {
      throw damaged();
    }
    if (piece.done) break;
    length += piece.value.length;
    if (length > MOST_BYTES) {
      reader.cancel().catch(() => {});
      throw new Error(tr("This link holds more than a layout may have."));
    }
    pieces.push(piece.value);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(await new Blob(pieces).arrayBuffer());
  } catch {
    throw damaged();
  }
}

export async function address(name, text) {
  const there = new URL("index.html", location.href);
  there.hash = `name=${encodeURIComponent(name)}&layout=${await packed(text)}`;
  return there.href;
}
