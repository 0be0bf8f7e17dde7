// Where the marks stand on a page's picture: the house says it in the PNG itself, as its text "marks".

const HEAD = 8;

/** [[left, top, width, height], ...], shares of the picture; [] where it has none. Pure. */
export function marksIn(bytes) {
  const view = new DataView(bytes);
  for (let at = HEAD; at + HEAD <= view.byteLength;) {
    const size = view.getUint32(at);
    const kind = String.fromCharCode(...new Uint8Array(bytes, at + 4, 4));
    if (kind === "IDAT" || at + 12 + size > view.byteLength) return [];
    if (kind === "tEXt") {
      const text = new TextDecoder("latin1").decode(new Uint8Array(bytes, at + 8, size));
      if (text.startsWith("marks\0")) return JSON.parse(text.slice(6));
    }
    at += 12 + size;
  }
  return [];
}
