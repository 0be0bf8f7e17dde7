// An open question: a few sentences, held against what a full answer should say.

import { t } from "../frame/language.js";
import { el } from "../frame/elements.js";
import { area, labelled, textField } from "../items/editfields.js";
import { LENGTH, TOLD, told, toldField } from "./typing.js";

/** @param {Api["QuestionView"]} question */
function typeSentences(question, given, onAnswer) {
  const field = el("textarea", { id: "answer", name: "answer", rows: "5", maxlength: LENGTH, dir: "auto", "aria-describedby": "how",
    oninput: () => onAnswer(field.value.trim() || null) });
  field.value = given ?? "";
  const node = el("div", { class: "typed" }, el("label", { class: "stem", for: "answer", dir: "auto" }, question.question), field,
    el("p", { class: "soft", id: "how" }, t("Answer in a sentence or two, in your own words.")));
  return { node, first: field, typed: true };
}

function points(body) {
  const told = body.key_points ?? [];
  const control = area(told.map((one) => one.text).join("\n"), 3);
  return {
    node: labelled(t("It should say (key points)"), control, t("One a line, in words that stand in the quote.")),
    read(into) {
      const texts = control.value.split("\n").map((line) => line.trim()).filter(Boolean);
      into.key_points = texts.map((each) => told.find((one) => one.text === each) ?? { text: each });
    },
  };
}

/** @type {import("./kind.js").Kind} */
export const shortAnswer = {
  name: "Open question",
  answering: typeSentences,
  keyOf: (body) => [body.answer],
  fields: [textField("question", "Question"), textField("answer", "Model answer", 3), points, toldField],
  heading: TOLD,
  why: told,
  told: true,
};
