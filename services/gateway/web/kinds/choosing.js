// What kinds share whose answer is chosen among options: answered by boxes, told apart by why each is right or wrong.

import { t } from "../frame/language.js";
import { el } from "../frame/elements.js";
import { fieldset, optionFields } from "../items/editfields.js";
import { asking, statementOf } from "../quizzes/statement.js";
import { keys, listed, sentenceOf, sign } from "./kind.js";

/** @param {Api["QuestionView"]} question */
export function options(question, type, given, onchange) {
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
 * Each option with its sign, and which of them were chosen.
 * @param {Api["SessionState"]} state
 * @param {Api["ResultView"]} result
 */
export function choices(state, result) {
  const given = listed(result.answer);
  return el("ul", { class: "whys" }, result.options.map((option) => {
    const chosen = given.includes(option.option_id);
    const right = keys(result).includes(option.option_id);
    return el("li", { class: `option-row ${right ? "good" : "bad"}${chosen ? " chosen" : ""}` }, sign(right),
      el("div", {}, el("span", { class: "option", dir: "auto" }, option.text), chosen && el("span", { class: "badge" }, t("Your answer")),
        sentenceOf(state, result, option.option_id)));
  }));
}

/** The editor's options with the key among them: one (radio) or several (checkboxes). */
export function optionsField(several) {
  return (body) => {
    const marked = several ? body.answer : [body.answer];
    const rows = body.options.map((option, index) => {
      const fields = optionFields(body, option, t("Option {n}", { n: index + 1 }));
      const mark = el("input", { type: several ? "checkbox" : "radio", name: "key", value: option.option_id,
        checked: marked.includes(option.option_id), "aria-label": t("Option {n} is right", { n: index + 1 }) });
      return { mark, read: fields.read, node: el("div", { class: "edit-option" }, mark, fields.words, fields.why) };
    });
    return {
      node: fieldset(t("Options"), `${several ? t("Mark all that are right.") : t("Mark the one that is right.")} ${body.explanations?.length ? t("An option with other words loses its old explanation, unless you change that too.") : ""}`, rows.map((one) => one.node)),
      read(into) {
        delete into.options;
        for (const one of rows) one.read(into, "options");
        const right = rows.filter((one) => one.mark.checked).map((one) => one.mark.value);
        into.answer = several ? right : right[0] ?? "";
      },
    };
  };
}
