// Long texts, folded up: a person who wants to read on opens them.

import { tn } from "./language.js";
import { el } from "./elements.js";

const LONG = 600;
const SHOWN = 160;

/** The text itself, or of a long one its beginning with the whole folded below. */
export function folded(text) {
  const points = Array.from(text);
  if (points.length <= LONG) return text;
  return el("details", { class: "long" },
    el("summary", { dir: "auto" }, `${points.slice(0, SHOWN).join("").trimEnd()}…`, el("span", { class: "soft" }, ` (${tn(points.length, "{n} character", "{n} characters")})`)),
    el("div", { dir: "auto" }, text));
}
