// What the page knows of a kind of question, and what several kinds share of it.
//
// A kind is one module, and a row in kinds.js. It says how it is called, how it is answered, what its key is in words,
// which fields its owner edits, and why each of its options is right or wrong, or what is told of what was typed.

import { el } from "../frame/elements.js";
import { t } from "../frame/language.js";
import { placeButton } from "../documents/desk.js";

/**
 * `node` is what stands in the quiz; `first` its first control; `typed`: that is a field to write in; `doubt(raw)` may be a
 * sentence about an answer that looks unfinished; `settled()` is the answer if nothing was touched.
 * @typedef {object} Answering
 * @property {Element} node
 * @property {HTMLElement | null} first
 * @property {boolean} [typed]
 * @property {(raw: string) => string | null} [doubt]
 * @property {() => string} [settled]
 *
 * A field of the editor: `read` puts what stands in it into a body.
 * @typedef {(body: any) => { node: Element, read: (into: any) => void }} Field
 *
 * `answering`: `given` is the raw answer so far or null, `onAnswer(raw)` takes the new one. `keyOf`: the parts of the key
 * in words. `why`: what the options of a graded question, or what is told of a typed answer, are headed by, and drawn as. `ordered`: the key's parts have an
 * order. `paired`: what was answered and what is right stand side by side among the options. `told`: what a full answer holds
 * is shown beside the words.
 * @typedef {object} Kind
 * @property {string} name
 * @property {(question: Api["QuestionView"], given: string | null, onAnswer: (raw: string | null) => void) => Answering} answering
 * @property {(body: any) => string[]} keyOf
 * @property {Field[]} fields
 * @property {string} [heading]
 * @property {(state: Api["SessionState"], result: Api["ResultView"]) => Element | null} [why]
 * @property {boolean} [ordered]
 * @property {boolean} [paired]
 * @property {boolean} [told]
 */

/** The words of an option by its id. Pure. */
export function textOf(body) {
  const texts = new Map((body.options ?? []).map((option) => [option.option_id, option.text]));
  return (id) => texts.get(id) ?? id;
}

/** The ids of a raw answer that has several, "a,c". Pure. */
export const listed = (raw) => (raw ?? "").split(",").filter(Boolean);

/**
 * The ids of the right options.
 * @param {Api["ResultView"]} result
 */
export const keys = ({ key }) => (typeof key === "string" ? [key] : Object.values(key));

/**
 * Why an option is right or wrong, with the place that says so.
 * @param {Api["SessionState"]} state
 * @param {Pick<Api["ResultView"], "explanations">} result
 */
export function sentenceOf(state, result, id) {
  const found = (result.explanations ?? []).filter((one) => one.option_id === id);
  return found.map((one) => el("p", { class: "why" }, el("span", { dir: "auto" }, one.sentence), one.proof && placeButton(state, one.proof, t("See where"))));
}

/** Of an option: whether it is right. Of a pair or step: whether the learner had it right. */
export function sign(right, words = ["Right: ", "Wrong: "]) {
  return el("span", { class: `sign ${right ? "good" : "bad"}` },
    el("span", { "aria-hidden": "true" }, right ? "✓" : "✗"), el("span", { class: "unseen" }, t(words[right ? 0 : 1])));
}

export const MINE = ["You had this right: ", "You had this wrong: "];
