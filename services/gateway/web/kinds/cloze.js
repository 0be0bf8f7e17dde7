// A gap: a sentence whose missing words are typed.

import { t } from "../frame/language.js";
import { lines, textField } from "../items/editfields.js";
import { TOLD, around, line, told, toldField } from "./typing.js";

/** @param {Api["QuestionView"]} question */
function typeWords(question, given, onAnswer) {
  const field = line(question, given, onAnswer, t("The missing words"), {});
  return { node: around(question, field), first: field, typed: true };
}

/** @type {import("./kind.js").Kind} */
export const cloze = {
  name: "Gap",
  answering: typeWords,
  keyOf: (body) => [body.answer, ...(body.accepted ?? [])],
  fields: [textField("question", "Sentence with the gap", 3, "The gap is ____"), textField("answer", "Answer", 1), lines("accepted", "Also right", "One a line."), toldField],
  heading: TOLD,
  why: told,
};
