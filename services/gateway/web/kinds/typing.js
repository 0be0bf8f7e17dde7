// What kinds share whose answer is typed into a line.

import { el } from "../frame/elements.js";

export const GAP = /_{3,}/;
export const LENGTH = "2000";

/**
 * The sentence with the field in its first gap; without a gap the field comes below, and the sentence labels it.
 * @param {Api["QuestionView"]} question
 */
export function around(question, field) {
  const found = GAP.exec(question.question);
  if (!found) return el("div", { class: "typed" }, el("label", { class: "stem", for: "answer", dir: "auto" }, question.question), field);
  const before = question.question.slice(0, found.index);
  const after = question.question.slice(found.index + found[0].length).replaceAll(/_{3,}/g, "…");
  return el("p", { class: "cloze", dir: "auto" }, before, field, after);
}

/** @param {Api["QuestionView"]} question */
export function line(question, given, onAnswer, label, more) {
  const labelled = GAP.test(question.question) ? { "aria-label": label } : {};
  const field = el("input", { type: "text", id: "answer", name: "answer", class: "gap", value: given ?? "", maxlength: LENGTH, dir: "auto",
    autocomplete: "off", autocapitalize: "off", spellcheck: "false", ...labelled, ...more, oninput: () => onAnswer(field.value.trim() || null) });
  return field;
}
