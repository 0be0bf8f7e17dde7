// The form of an item or a card for its owner: the fields of its kind, and what was changed in them.

import { area, labelled, textField } from "./editfields.js";
import { el } from "../frame/elements.js";
import { t } from "../frame/language.js";
import { kindOf } from "../kinds/kinds.js";
import { hardness } from "./material.js";
import { spanOf } from "../documents/passage.js";

export function difficulty(body) {
  const control = el("select", {}, ["EASY", "MEDIUM", "HARD"].map((one) => el("option", { value: one }, hardness(one))));
  control.value = body.difficulty;
  return { node: labelled(t("Difficulty"), control), read: (into) => (into.difficulty = control.value) };
}

/** Where the quote is typed, or set by `take(words)`. */
function quoteField(body) {
  const control = area(body.quote ?? body.proof.quote, 4);
  return {
    node: labelled(t("Quote that proves it"), control, t("Word for word as it stands in the text. You can mark it there.")),
    read: (into) => (into.quote = control.value.trim()),
    take(words) {
      control.value = words;
      control.dispatchEvent(new Event("input", { bubbles: true }));
      control.scrollIntoView({ block: "nearest" });
    },
  };
}

const CARD = [textField("question", "Front"), textField("answer", "Back", 3)];

/**
 * {node, read(), take(words)}: the fields for a body, and a new body with what stands in them. `more` fields come after those
 * of its kind; of a `fresh` one the quote comes first, since a question is written from it.
 */
export function editor(body, more = [difficulty], fresh = false) {
  const quote = quoteField(body);
  const own = (body.type ? [...kindOf(body.type).fields, ...more] : CARD).map((made) => made(body));
  const fields = fresh ? [quote, ...own] : [...own, quote];
  return {
    node: el("div", { class: "edit" }, fields.map((one) => one.node)),
    take: quote.take,
    read() {
      const into = structuredClone(body);
      for (const one of fields) one.read(into);
      return into;
    },
  };
}

const NAMED = new Set(["options", "prompts", "explanations"]);
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/**
 * What differs in `after`, as the house takes it: of options, prompts and explanations only those that changed, of the
 * quote its span in `blockText`. Throws an Error with a sentence if the quote does not stand there.
 */
export function changes(before, after, blockText) {
  /** @type {Record<string, any>} */
  const found = {};
  for (const [name, value] of Object.entries(after)) {
    if (name === "quote" || same(value, before[name])) continue;
    found[name] = NAMED.has(name) ? value.filter((one) => !before[name].some((other) => same(one, other))) : value;
  }
  if (after.quote !== undefined && after.quote !== before.proof.quote.trim()) {
    const span = spanOf(blockText, { quote: after.quote });
    if (!span) throw new Error(t("The quote does not stand in the text like this. It must be word for word, in the same paragraph."));
    found.proof = span;
  }
  return found;
}

/** Names of what decides on grades: a change of these grades again what was answered. */
const KEYS = ["answer", "accepted", "value", "tolerance", "unit", "key_points", "difficulty"];

/** Whether what was changed may change grades. Pure. */
export const gradesAgain = (found) => KEYS.some((name) => name in found);
