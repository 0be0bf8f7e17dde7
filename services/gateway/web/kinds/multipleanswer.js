// Several answers: all options that fit; the answer is their ids in the options' order, "a,c".

import { t } from "../frame/language.js";
import { el } from "../frame/elements.js";
import { textField } from "../items/editfields.js";
import { choices, options, optionsField } from "./choosing.js";
import { textOf } from "./kind.js";

/** @param {Api["QuestionView"]} question */
function chooseAll(question, given, onAnswer) {
  const changed = () => onAnswer([...node.querySelectorAll("input:checked")].map((box) => box.value).join(",") || null);
  const node = el("fieldset", { class: "options" },
    el("legend", {}, el("span", { class: "stem", dir: "auto" }, question.question), el("span", { class: "ask soft" }, t("Choose all that fit."))),
    options(question, "checkbox", given?.split(",") ?? [], changed));
  return { node, first: node.querySelector("input") };
}

/** @type {import("./kind.js").Kind} */
export const multipleAnswer = {
  name: "Several answers",
  answering: chooseAll,
  keyOf: (body) => body.answer.map(textOf(body)),
  fields: [textField("question", "Question"), optionsField(true)],
  heading: "Why each option is right or wrong",
  why: choices,
};
