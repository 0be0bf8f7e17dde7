// The kinds of questions, a row each. What the page must know of one it asks here, by the type that the API names.

import { t } from "../frame/language.js";
import { textField } from "../items/editfields.js";
import { cloze } from "./cloze.js";
import { matching } from "./matching.js";
import { multipleAnswer } from "./multipleanswer.js";
import { multipleChoice } from "./multiplechoice.js";
import { numeric } from "./numeric.js";
import { ordering } from "./ordering.js";
import { shortAnswer } from "./shortanswer.js";
import { trueFalse } from "./truefalse.js";

/** @type {Record<Api["QuestionView"]["type"], import("./kind.js").Kind>} */
const KINDS = {
  multiple_choice: multipleChoice,
  multiple_answer: multipleAnswer,
  true_false: trueFalse,
  cloze,
  matching,
  ordering,
  numeric,
  short_answer: shortAnswer,
};

/**
 * The kind of a type. One that this page does not know is typed, so that its question is seen and can be answered or skipped.
 * @param {string} type
 * @returns {import("./kind.js").Kind}
 */
export function kindOf(type) {
  const known = KINDS[type];
  if (known) return { ...known, name: t(known.name), heading: known.heading && t(known.heading) };
  return { ...cloze, name: type, keyOf: (body) => [body.answer], fields: [textField("question", "Question")] };
}
