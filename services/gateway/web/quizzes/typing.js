// Answers that are typed: words in a gap, a number with its unit, sentences.

import { el } from "../frame/elements.js";

const GAP = /_{3,}/;
const LENGTH = "2000";

/**
 * The sentence with the field in its first gap; without a gap the field comes below, and the sentence labels it.
 * @param {Api["QuestionView"]} question
 */
function around(question, field) {
  const found = GAP.exec(question.question);
  if (!found) return el("div", { class: "typed" }, el("label", { class: "stem", for: "answer", dir: "auto" }, question.question), field);
  const before = question.question.slice(0, found.index);
  const after = question.question.slice(found.index + found[0].length).replaceAll(/_{3,}/g, "…");
  return el("p", { class: "cloze", dir: "auto" }, before, field, after);
}

/** @param {Api["QuestionView"]} question */
function line(question, given, onAnswer, label, more) {
  const labelled = GAP.test(question.question) ? { "aria-label": label } : {};
  const field = el("input", { type: "text", id: "answer", name: "answer", class: "gap", value: given ?? "", maxlength: LENGTH, dir: "auto",
    autocomplete: "off", autocapitalize: "off", spellcheck: "false", ...labelled, ...more, oninput: () => onAnswer(field.value.trim() || null) });
  return field;
}

/**
 * A sentence whose gap is typed into.
 * @param {Api["QuestionView"]} question
 */
export function typeWords(question, given, onAnswer) {
  const field = line(question, given, onAnswer, "The missing words", {});
  return { node: around(question, field), first: field, typed: true };
}

/**
 * Whether the sentence itself says the unit right after its gap or right before it; then it need not stand twice.
 * @param {Api["QuestionView"]} question
 */
function saysUnit(question) {
  const found = GAP.exec(question.question);
  const unit = question.unit.toLowerCase();
  if (!found || !unit) return false;
  const text = question.question.toLowerCase();
  const before = text.slice(0, found.index).trimEnd();
  const after = text.slice(found.index + found[0].length).trimStart();
  const letter = /[\p{L}\p{N}]/u;
  const inside = (edge, next) => letter.test(edge) && letter.test(next ?? "");
  return (after.startsWith(unit) && !inside(unit.at(-1), after.slice(unit.length)[0]))
    || (before.endsWith(unit) && !inside(unit[0], before.slice(0, -unit.length).at(-1)));
}

/**
 * A number; point and comma are both decimal marks, so the field is no `type=number`, which would refuse one of them.
 * @param {Api["QuestionView"]} question
 */
export function typeNumber(question, given, onAnswer) {
  const label = question.unit ? `The number, in ${question.unit}` : "The number";
  const beside = question.unit && !saysUnit(question);
  const described = beside ? { "aria-describedby": "unit" } : {};
  const field = line(question, given, onAnswer, label, { inputmode: "decimal", ...described });
  field.classList.add("number");
  const unit = beside && el("span", { class: "unit", id: "unit", dir: "auto" }, question.unit);
  return {
    node: around(question, el("span", { class: "measure" }, field, unit)), first: field, typed: true,
    doubt: (answer) => (/\p{Nd}/u.test(answer) ? null : "Type a number in digits, such as 3.5 or 3,5."),
  };
}

/**
 * A few sentences.
 * @param {Api["QuestionView"]} question
 */
export function typeSentences(question, given, onAnswer) {
  const field = el("textarea", { id: "answer", name: "answer", rows: "5", maxlength: LENGTH, dir: "auto", "aria-describedby": "how",
    oninput: () => onAnswer(field.value.trim() || null) });
  field.value = given ?? "";
  const node = el("div", { class: "typed" }, el("label", { class: "stem", for: "answer", dir: "auto" }, question.question), field,
    el("p", { class: "soft", id: "how" }, "Answer in a sentence or two, in your own words."));
  return { node, first: field, typed: true };
}
