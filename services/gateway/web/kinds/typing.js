// What kinds share whose answer is typed into a line.

import { t } from "../frame/language.js";
import { el } from "../frame/elements.js";
import { area, fieldset } from "../items/editfields.js";
import { sentenceOf } from "./kind.js";

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

/** What heads what is told of a typed answer. */
export const TOLD = "What the text says of it";

/**
 * What was typed, where the text has that elsewhere, and what it says of the right answer; null where it says nothing.
 * @param {Api["SessionState"]} state
 * @param {Api["ResultView"]} result
 */
export function told(state, result) {
  const found = result.explanations ?? [];
  return found.length ? el("ul", { class: "whys" }, found.map((one) =>
    el("li", {}, el("div", {}, sentenceOf(state, result, one.option_id))))) : null;
}

/** For its owner: a field for each of them. */
export function toldField(body) {
  const rows = (body.explanations ?? []).map((one) => ({ id: one.option_id,
    control: area(one.sentence, 2, { "aria-label": t("What is said of “{words}”", { words: one.option_id }), class: "why" }) }));
  return {
    node: rows.length ? fieldset(t("What is said of what is typed"), t("Only with a quote in the text. With another answer the old one's goes."), rows.map((row) => row.control)) : el("div", {}),
    read(into) {
      for (const { id, control } of rows) {
        into.explanations = into.explanations.map((one) => (one.option_id === id ? { ...one, sentence: control.value.trim() } : one));
      }
    },
  };
}
