// Answers that are chosen: one option (multiple choice, true or false), or all that fit.

import { el } from "../frame/elements.js";
import { asking, statementOf } from "./statement.js";

/** @param {Api["QuestionView"]} question */
function options(question, type, given, onchange) {
  return question.options.map((option) => el("label", {},
    el("input", { type, name: "answer", value: option.option_id, checked: given.includes(option.option_id), onchange }),
    el("span", { dir: "auto" }, option.text)));
}

/**
 * One of the options; its answer is the option's id.
 * @param {Api["QuestionView"]} question
 */
export function chooseOne(question, given, onAnswer) {
  const node = el("fieldset", { class: "options" }, el("legend", { dir: "auto" }, el("span", { class: "stem", dir: "auto" }, asking(question)[0]), statementOf(question)),
    options(question, "radio", given === null ? [] : [given], (event) => onAnswer(event.target.value)));
  return { node, first: node.querySelector("input") };
}

/**
 * All that fit; the answer is their ids in the options' order, "a,c".
 * @param {Api["QuestionView"]} question
 */
export function chooseAll(question, given, onAnswer) {
  const changed = () => onAnswer([...node.querySelectorAll("input:checked")].map((box) => box.value).join(",") || null);
  const node = el("fieldset", { class: "options" },
    el("legend", {}, el("span", { class: "stem", dir: "auto" }, question.question), el("span", { class: "ask soft" }, "Choose all that fit.")),
    options(question, "checkbox", given?.split(",") ?? [], changed));
  return { node, first: node.querySelector("input") };
}
