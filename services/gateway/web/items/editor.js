// The form of an item or a card for its owner: the fields of its kind, and what was changed in them.

import { area, labelled, textField } from "./editfields.js";
import { el } from "../frame/elements.js";
import { kindOf } from "../kinds/kinds.js";
import { spanOf } from "../documents/passage.js";

function difficulty(body) {
  const control = el("select", {}, ["EASY", "MEDIUM", "HARD"].map((one) => el("option", { value: one }, one[0] + one.slice(1).toLowerCase())));
  control.value = body.difficulty;
  return { node: labelled("Difficulty", control), read: (into) => (into.difficulty = control.value) };
}

const CARD = [textField("question", "Front"), textField("answer", "Back", 3)];

/** {node, read()}: the fields for a body, and a new body with what stands in them. `quote` is read beside the proof. */
export function editor(body) {
  const quote = area(body.quote ?? body.proof.quote, 4);
  const fields = [
    ...(body.type ? [...kindOf(body.type).fields, difficulty] : CARD).map((made) => made(body)),
    { node: labelled("Quote that proves it", quote, "Word for word as it stands in the text."), read: (into) => (into.quote = quote.value.trim()) },
  ];
  return {
    node: el("div", { class: "edit" }, fields.map((one) => one.node)),
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
 * quote its span in `blockText`. Throws an Error with a sentence if the quote does not stand there. Pure.
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
    if (!span) throw new Error("The quote does not stand in the text like this. It must be word for word.");
    found.proof = span;
  }
  return found;
}
