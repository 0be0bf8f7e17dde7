// The kinds of questions: what each is called, and how it is answered.
//
// `answering(question, given, onAnswer)` returns {node, first, typed, doubt, settled}: `given` is the raw answer so far or
// null, `onAnswer(raw)` takes the new one; `first` is its first control, `typed` says that it is a field to write in;
// `doubt(raw)` may be a sentence about an answer that looks unfinished, `settled()` the answer if nothing was touched.

import { chooseAll, chooseOne } from "./choosing.js";
import { match } from "./matching.js";
import { putInOrder } from "./ordering.js";
import { typeNumber, typeSentences, typeWords } from "./typing.js";

/** @type {Record<string, [name: string, answering: Function]>} */
const KINDS = {
  multiple_choice: ["Multiple choice", chooseOne],
  true_false: ["True or false", chooseOne],
  multiple_answer: ["Several answers", chooseAll],
  cloze: ["Gap", typeWords],
  numeric: ["Number", typeNumber],
  short_answer: ["Open question", typeSentences],
  matching: ["Matching", match],
  ordering: ["Ordering", putInOrder],
};

export function kindName(type) {
  return KINDS[type]?.[0] ?? type;
}

/**
 * A kind that this page does not know is typed: so its question is seen and can be answered or skipped.
 * @param {Api["QuestionView"]} question
 */
export function answering(question, given, onAnswer) {
  const [, draw] = KINDS[question.type] ?? [null, typeWords];
  return draw(question, given, onAnswer);
}
