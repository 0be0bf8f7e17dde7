// Why each option of a graded question is right or wrong, with the place that says so; the pairs; the order.

import { el } from "../frame/elements.js";
import { pairsOf } from "./matching.js";
import { placeButton } from "../documents/passage.js";

const listed = (raw) => (raw ?? "").split(",").filter(Boolean);
/** @param {Api["ResultView"]} result */
const keys = ({ key }) => (typeof key === "string" ? [key] : Object.values(key));

/**
 * @param {Api["SessionState"]} state
 * @param {Pick<Api["ResultView"], "explanations">} result
 */
function sentenceOf(state, result, id) {
  const found = (result.explanations ?? []).filter((one) => one.option_id === id);
  return found.map((one) => el("p", { class: "why" }, el("span", { dir: "auto" }, one.sentence), one.proof && placeButton(state, one.proof, "See where")));
}

/** Of an option: whether it is right. Of a pair or step: whether the learner had it right. */
function sign(right, words = ["Right: ", "Wrong: "]) {
  return el("span", { class: `sign ${right ? "good" : "bad"}` },
    el("span", { "aria-hidden": "true" }, right ? "✓" : "✗"), el("span", { class: "unseen" }, words[right ? 0 : 1]));
}

const MINE = ["You had this right: ", "You had this wrong: "];

/**
 * @param {Api["SessionState"]} state
 * @param {Api["ResultView"]} result
 */
function choices(state, result) {
  const given = result.type === "multiple_answer" ? listed(result.answer) : [result.answer];
  return el("ul", { class: "whys" }, result.options.map((option) => {
    const chosen = given.includes(option.option_id);
    return el("li", { class: chosen ? "chosen" : null }, sign(keys(result).includes(option.option_id)),
      el("div", {}, el("span", { class: "option", dir: "auto" }, option.text), chosen && el("span", { class: "badge" }, "Your answer"),
        sentenceOf(state, result, option.option_id)));
  }));
}

/**
 * Of a statement one sentence mostly says why it is true and why it is not false: it stands once.
 * @param {Api["SessionState"]} state
 * @param {Api["ResultView"]} result
 */
function judged(state, result) {
  const once = result.explanations.filter((one, at, all) => all.findLastIndex((other) => other.sentence === one.sentence) === at);
  return once.length > 1 ? choices(state, result) : el("div", { class: "whys" }, sentenceOf(state, { explanations: once }, once[0]?.option_id));
}

/**
 * @param {Api["SessionState"]} state
 * @param {Api["ResultView"]} result
 */
function pairs(state, result) {
  const words = new Map(result.options.map((option) => [option.option_id, option.text]));
  const given = pairsOf(result.answer);
  return el("ul", { class: "whys" }, result.prompts.map((prompt) => {
    const right = result.key[prompt.option_id];
    const mine = given.get(prompt.option_id);
    return el("li", {}, sign(mine === right, MINE), el("div", {},
      el("span", { class: "option", dir: "auto" }, `${prompt.text}: ${words.get(right) ?? right}`),
      mine !== right && result.answer !== null && el("span", { class: "mine soft", dir: "auto" }, mine ? `You chose: ${words.get(mine) ?? mine}` : "You left it open."),
      sentenceOf(state, result, prompt.option_id)));
  }));
}

/**
 * @param {Api["SessionState"]} state
 * @param {Api["ResultView"]} result
 */
function steps(state, result) {
  const words = new Map(result.options.map((option) => [option.option_id, option.text]));
  const given = listed(result.answer);
  return el("ol", { class: "whys" }, keys(result).map((id, at) => {
    const mine = given.indexOf(id);
    return el("li", {}, sign(mine === at, MINE), el("div", {}, el("span", { class: "option", dir: "auto" }, `${at + 1}. ${words.get(id) ?? id}`),
      mine >= 0 && mine !== at && el("span", { class: "mine soft" }, `You put it at ${mine + 1}.`), sentenceOf(state, result, id)));
  }));
}

const DRAWN = {
  multiple_choice: ["Why each option is right or wrong", choices],
  multiple_answer: ["Why each option is right or wrong", choices],
  true_false: ["Why it is true or false", judged],
  matching: ["The pairs", pairs],
  ordering: ["The right order", steps],
};

/**
 * The options in full, folded up where the answer was right; null for a question that was typed.
 * @param {Api["SessionState"]} state
 * @param {Api["ResultView"]} result
 */
export function whys(state, result) {
  const [heading, draw] = DRAWN[result.type] ?? [];
  const told = result.type !== "true_false" || result.explanations?.length > 0;
  if (!draw || !result.options?.length || !told) return null;
  return el("details", { class: "why-fold", open: !result.is_correct }, el("summary", {}, heading), draw(state, result));
}
