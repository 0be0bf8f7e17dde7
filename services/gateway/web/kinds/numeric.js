// A number, with its unit.

import { t } from "../frame/language.js";
import { el } from "../frame/elements.js";
import { number, textField } from "../items/editfields.js";
import { GAP, TOLD, around, line, told, toldField } from "./typing.js";

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
 * Point and comma are both decimal marks, so the field is no `type=number`, which would refuse one of them.
 * @param {Api["QuestionView"]} question
 */
function typeNumber(question, given, onAnswer) {
  const label = question.unit ? t("The number, in {unit}", { unit: question.unit }) : t("The number");
  const beside = question.unit && !saysUnit(question);
  const described = beside ? { "aria-describedby": "unit" } : {};
  const field = line(question, given, onAnswer, label, { inputmode: "decimal", ...described });
  field.classList.add("number");
  const unit = beside && el("span", { class: "unit", id: "unit", dir: "auto" }, question.unit);
  return {
    node: around(question, el("span", { class: "measure" }, field, unit)), first: field, typed: true,
    doubt: (answer) => (/\p{Nd}/u.test(answer) ? null : t("Type a number in digits, such as 3.5 or 3,5.")),
  };
}

/** @type {import("./kind.js").Kind} */
export const numeric = {
  name: "Number",
  answering: typeNumber,
  keyOf: (body) => [`${body.answer} ${body.unit}`.trim() + (body.tolerance ? ` (± ${body.tolerance})` : "")],
  fields: [textField("question", "Question"), textField("answer", "Answer as the text writes it", 1),
    number("value", "Its value", "As a number, in the unit below."), number("tolerance", "Right within ±", ""), textField("unit", "Unit", 1), toldField],
  heading: TOLD,
  why: told,
};
