// Recognised words over a page's picture: a box each, told apart by colour and by line, with word and percent as its title.

import { h } from "../frame/draw.js";
import { el } from "../frame/elements.js";
import { t } from "../frame/language.js";
import { percent } from "./quality.js";

const SURE = 85;
const DOUBTFUL = 60;

/** What each kind of word is called. */
const kinds = () => [
  ["sure", t("sure: {from} % or more", { from: SURE })],
  ["doubtful", t("doubtful: {from} to {to} %", { from: DOUBTFUL, to: SURE - 1 })],
  ["poor", t("poor: under {from} %", { from: DOUBTFUL })],
];

/** "sure", "doubtful" or "poor". Pure. */
export function kindOf(word) {
  if (word.confidence >= SURE) return "sure";
  return word.confidence >= DOUBTFUL ? "doubtful" : "poor";
}

export const told = (word) => `${word.text}: ${percent(word.confidence)}`;

/** The layer of boxes; `onWord(index)` when one is pressed. Places are shares of the page, so it fits at any size. */
export function wordBoxes(page, onWord) {
  return el("div", { class: "word-boxes", "aria-hidden": "true" }, page.words.map((word, index) => {
    const { x0, y0, x1, y1 } = word.box;
    const box = el("span", { class: `word ${kindOf(word)}`, title: told(word), onclick: () => onWord(index) });
    // Set on the object, not as an attribute: the policy of the page allows no inline style.
    box.style.left = `${(x0 / page.width) * 100}%`;
    box.style.top = `${(y0 / page.height) * 100}%`;
    box.style.width = `${((x1 - x0) / page.width) * 100}%`;
    box.style.height = `${((y1 - y0) / page.height) * 100}%`;
    return box;
  }));
}

/** What the boxes mean, with how many there are of each. */
export function legend(words) {
  return h("ul", { class: "legend" }, kinds().map(([kind, name]) =>
    h("li", {}, h("span", { class: `word ${kind}`, "aria-hidden": "true" }), `${name} (${words.filter((word) => kindOf(word) === kind).length})`)));
}

/**
 * Where the word stands in the text as it is now: {start, end} in UTF-16 units, or null. The text may have been changed:
 * of equal words the one of the same rank is taken, else the last of them. Pure.
 */
export function wordIn(text, words, index) {
  const wanted = words[index].text;
  if (!wanted) return null;
  const rank = words.slice(0, index).reduce((sum, word) => sum + word.text.split(wanted).length - 1, 0);
  let found = text.indexOf(wanted);
  if (found < 0) return null;
  for (let passed = 0; passed < rank; passed += 1) {
    const next = text.indexOf(wanted, found + wanted.length);
    if (next < 0) break;
    found = next;
  }
  return { start: found, end: found + wanted.length };
}
