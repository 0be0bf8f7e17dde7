// True or false: a statement is judged.

import { t } from "../frame/language.js";
import { el } from "../frame/elements.js";
import { fieldset, labelled, optionFields, textField } from "../items/editfields.js";
import { choices, chooseOne } from "./choosing.js";
import { sentenceOf, textOf } from "./kind.js";

/**
 * One sentence mostly says why it is true and why it is not false: it stands once. Nothing where nothing is explained.
 * @param {Api["SessionState"]} state
 * @param {Api["ResultView"]} result
 */
function judged(state, result) {
  const once = result.explanations.filter((one, at, all) => all.findLastIndex((other) => other.sentence === one.sentence) === at);
  if (!once.length) return null;
  return once.length > 1 ? choices(state, result) : el("div", { class: "whys" }, sentenceOf(state, { explanations: once }, once[0].option_id));
}

function judgement(body) {
  const marks = body.options.map((option) => ({ option,
    mark: el("input", { type: "radio", name: "key", value: option.option_id, checked: body.answer === option.option_id }) }));
  const why = marks.map(({ option }) => optionFields(body, option, option.text));
  return {
    node: fieldset(t("The statement is"), "", el("div", { class: "choice" }, marks.map(({ mark, option }) => el("label", {}, mark, option.text))),
      why.map((one, index) => labelled(t("Why “{words}” is right or wrong", { words: body.options[index].text }), one.why))),
    read(into) {
      delete into.options;
      for (const one of why) one.read(into, "options");
      into.answer = marks.find(({ mark }) => mark.checked)?.mark.value ?? "";
    },
  };
}

/** @type {import("./kind.js").Kind} */
export const trueFalse = {
  name: "True or false",
  answering: chooseOne,
  keyOf: (body) => [textOf(body)(body.answer), ...(body.wrong ? [t("The text has “{right}” in the place of “{wrong}”", { right: body.right, wrong: body.wrong })] : [])],
  fields: [textField("question", "Question"), textField("statement", "Statement"), judgement,
    textField("wrong", "Wrong words in it", 1, "Of a false statement: the words that are not the text's."), textField("right", "The text has instead", 1)],
  heading: "Why it is true or false",
  why: judged,
};
