// Parts of a view that follow something: each is drawn anew only when what it shows has changed, for the focus in it.

import { draw } from "./draw.js";

const shown = new WeakMap();

/** Fills `node` with `view(value)` (a node, several, or nothing) unless it shows this value already. True if it drew. */
export function redraw(node, value, view) {
  const now = JSON.stringify(value ?? null);
  if (shown.get(node) === now) return false;
  shown.set(node, now);
  const held = node.contains(document.activeElement) ? document.activeElement?.id : "";
  draw(node, view(value));
  if (held) document.getElementById(held)?.focus({ preventScroll: true });
  return true;
}
