// The form of an item or a card for its owner: the fields of its kind, and what was changed in them.

import { area, fieldset, labelled, lines, number, optionFields, text } from "./editfields.js";
import { el } from "../frame/elements.js";
import { movable } from "../quizzes/ordering.js";
import { spanOf } from "../documents/passage.js";

function difficulty(body) {
  const control = el("select", {}, ["EASY", "MEDIUM", "HARD"].map((one) => el("option", { value: one }, one[0] + one.slice(1).toLowerCase())));
  control.value = body.difficulty;
  return { node: labelled("Difficulty", control), read: (into) => (into.difficulty = control.value) };
}

/** Options with the key among them: one (radio) or several (checkboxes). */
function choices(several) {
  return (body) => {
    const keys = several ? body.answer : [body.answer];
    const rows = body.options.map((option, index) => {
      const fields = optionFields(body, option, `Option ${index + 1}`);
      const mark = el("input", { type: several ? "checkbox" : "radio", name: "key", value: option.option_id,
        checked: keys.includes(option.option_id), "aria-label": `Option ${index + 1} is right` });
      return { mark, read: fields.read, node: el("div", { class: "edit-option" }, mark, fields.words, fields.why) };
    });
    return {
      node: fieldset("Options", `${several ? "Mark all that are right." : "Mark the one that is right."} An option with other words loses its old explanation, unless you change that too.`, rows.map((one) => one.node)),
      read(into) {
        delete into.options;
        for (const one of rows) one.read(into, "options");
        const marked = rows.filter((one) => one.mark.checked).map((one) => one.mark.value);
        into.answer = several ? marked : marked[0] ?? "";
      },
    };
  };
}

function judged(body) {
  const marks = body.options.map((option) => ({ option,
    mark: el("input", { type: "radio", name: "key", value: option.option_id, checked: body.answer === option.option_id }) }));
  const why = marks.map(({ option }) => optionFields(body, option, option.text));
  return {
    node: fieldset("The statement is", "", el("div", { class: "choice" }, marks.map(({ mark, option }) => el("label", {}, mark, option.text))),
      why.map((one, index) => labelled(`Why “${body.options[index].text}” is right or wrong`, one.why))),
    read(into) {
      delete into.options;
      for (const one of why) one.read(into, "options");
      into.answer = marks.find(({ mark }) => mark.checked)?.mark.value ?? "";
    },
  };
}

function pairs(body) {
  const options = body.options.map((option, index) => optionFields(body, option, `Option ${index + 1}`, false));
  const prompts = body.prompts.map((prompt, index) => {
    const fields = optionFields(body, prompt, `Prompt ${index + 1}`);
    const partner = el("select", { "aria-label": `Partner of prompt ${index + 1}` },
      body.options.map((option, at) => el("option", { value: option.option_id }, `${at + 1} · ${option.text}`)));
    partner.value = body.answer[prompt.option_id];
    return { id: prompt.option_id, partner, read: fields.read, node: el("div", { class: "edit-pair" }, fields.words, partner, fields.why) };
  });
  return {
    node: el("div", {}, fieldset("Prompts with their partners", "", prompts.map((one) => one.node)),
      fieldset("Options", "", el("ol", { class: "edit-options" }, options.map((one) => el("li", {}, one.words))))),
    read(into) {
      delete into.prompts;
      delete into.options;
      for (const one of prompts) one.read(into, "prompts");
      for (const one of options) one.read(into, "options");
      into.answer = Object.fromEntries(prompts.map((one) => [one.id, one.partner.value]));
    },
  };
}

function steps(body) {
  const fields = new Map(body.options.map((option, index) => [option.option_id, optionFields(body, option, `Step ${index + 1}`)]));
  const rows = body.answer.map((id) => ({ id, name: () => fields.get(id).words.value,
    content: el("div", { class: "step" }, fields.get(id).words, fields.get(id).why) }));
  const { list, ids } = movable(rows, () => list.dispatchEvent(new Event("input", { bubbles: true })));
  return {
    node: fieldset("Steps in the right order", "", list),
    read(into) {
      delete into.options;
      for (const one of fields.values()) one.read(into, "options");
      into.answer = ids();
    },
  };
}

function points(body) {
  const told = body.key_points ?? [];
  const control = area(told.map((one) => one.text).join("\n"), 3);
  return {
    node: labelled("It should say (key points)", control, "One a line, in words that stand in the quote."),
    read(into) {
      const texts = control.value.split("\n").map((line) => line.trim()).filter(Boolean);
      into.key_points = texts.map((each) => told.find((one) => one.text === each) ?? { text: each });
    },
  };
}

const question = text("question", "Question");
const KINDS = {
  multiple_choice: [question, choices(false)],
  multiple_answer: [question, choices(true)],
  true_false: [question, text("statement", "Statement"), judged,
    text("wrong", "Wrong words in it", 1, "Of a false statement: the words that are not the text's."), text("right", "The text has instead", 1)],
  cloze: [text("question", "Sentence with the gap", 3, "The gap is ____"), text("answer", "Answer", 1), lines("accepted", "Also right", "One a line.")],
  matching: [question, pairs],
  ordering: [question, steps],
  numeric: [question, text("answer", "Answer as the text writes it", 1), number("value", "Its value", "As a number, in the unit below."),
    number("tolerance", "Right within ±", ""), text("unit", "Unit", 1)],
  short_answer: [question, text("answer", "Model answer", 3), points],
};
const CARD = [text("question", "Front"), text("answer", "Back", 3)];

/** {node, read()}: the fields for a body, and a new body with what stands in them. `quote` is read beside the proof. */
export function editor(body) {
  const quote = area(body.quote ?? body.proof.quote, 4);
  const fields = [
    ...(body.type ? [...(KINDS[body.type] ?? [question]), difficulty] : CARD).map((made) => made(body)),
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
