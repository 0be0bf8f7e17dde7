// Multiple choice: one of the options.

import { textField } from "../items/editfields.js";
import { choices, chooseOne, optionsField } from "./choosing.js";
import { textOf } from "./kind.js";

/** @type {import("./kind.js").Kind} */
export const multipleChoice = {
  name: "Multiple choice",
  answering: chooseOne,
  keyOf: (body) => [textOf(body)(body.answer)],
  fields: [textField("question", "Question"), optionsField(false)],
  heading: "Why each option is right or wrong",
  why: choices,
};
