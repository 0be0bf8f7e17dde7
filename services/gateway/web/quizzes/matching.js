// Matching: a select for each prompt. Long options are too wide for a select, so they stand below, told by letters.

import { el } from "../frame/elements.js";

const LONG = 32;
const letter = (index) => String.fromCharCode(65 + index);

/** Pairs of a raw answer, "1=b,2=a", by prompt id. Pure. */
export function pairsOf(raw) {
  return new Map((raw ?? "").split(",").filter((pair) => pair.includes("=")).map((pair) => {
    const sign = pair.indexOf("=");
    return [pair.slice(0, sign), pair.slice(sign + 1)];
  }));
}

/** @param {Api["QuestionView"]} question */
export function match(question, given, onAnswer) {
  const pairs = pairsOf(given);
  const long = question.options.some((option) => option.text.length > LONG);
  const named = (option, index) => (long ? `${letter(index)} · ${option.text}` : option.text);
  const changed = () => onAnswer(question.prompts.filter((prompt) => pairs.get(prompt.option_id))
    .map((prompt) => `${prompt.option_id}=${pairs.get(prompt.option_id)}`).join(",") || null);
  const row = (prompt, index) => {
    const id = `match-${index}`;
    const field = el("select", { id, name: "answer", dir: "auto", onchange: () => {
      pairs.set(prompt.option_id, field.value);
      changed();
    } },
    el("option", { value: "" }, "Choose…"),
    question.options.map((option, at) => el("option", { value: option.option_id }, named(option, at))));
    field.value = pairs.get(prompt.option_id) ?? "";
    return el("div", { class: "pair" }, el("label", { for: id, dir: "auto" }, prompt.text), field);
  };
  const node = el("fieldset", { class: "pairs" },
    el("legend", {}, el("span", { class: "stem", dir: "auto" }, question.question), el("span", { class: "ask soft" }, "Choose what belongs to each.")),
    question.prompts.map(row),
    long && el("ul", { class: "lettered" }, question.options.map((option, at) =>
      el("li", {}, el("strong", {}, letter(at)), el("span", { dir: "auto" }, option.text)))));
  return {
    node, first: node.querySelector("select"),
    doubt(answer) {
      const left = question.prompts.length - pairsOf(answer).size;
      return left > 0 ? `${left} of ${question.prompts.length} ${left === 1 ? "has" : "have"} no partner yet.` : null;
    },
  };
}
