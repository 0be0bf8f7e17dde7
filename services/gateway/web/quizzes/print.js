// A quiz on paper: its questions, a sheet for the answers, and the key for who may see it (the course's owner, or who has handed it
// in). On the screen it stands as it will be printed.

import { items, quiz, results, session } from "../http/api.js";
import { maybe } from "../http/learnerapi.js";
import { draw, h, live } from "../frame/draw.js";
import { el, title } from "../frame/elements.js";
import { t, tn } from "../frame/language.js";
import { isOwner, path } from "../frame/place.js";
import { sessionName } from "../documents/documents.js";
import { documentOf, placeName } from "../documents/pagename.js";
import { GAP } from "../kinds/typing.js";
import { asking } from "./statement.js";

const LINES = { short_answer: 4, cloze: 1, numeric: 1 };
const letter = (index) => String.fromCharCode(65 + index);

/** What is right, as it would stand on the answer sheet. Pure. @param {Api["QuestionView"]} question */
export function keyOf({ type, options = [], prompts = [] }, key, words) {
  const at = (id) => letter(Math.max(0, options.findIndex((one) => one.option_id === id)));
  if (type === "matching") return prompts.map((prompt, index) => `${index + 1}–${at(key[prompt.option_id])}`).join(", ");
  if (type === "ordering") return key.map(at).join(" → ");
  if (!options.length) return words;
  return options.map((one, index) => ({ id: one.option_id, said: `${letter(index)} ${one.text}` })).filter((one) => (Array.isArray(key) ? key : [key]).includes(one.id)).map((one) => one.said).join(", ");
}

/**
 * What is right of each question, by its id, for who may see it; null for others. {key, words, proof}
 * @param {Api["QuizView"]} view
 */
async function keysOf(id, view, signal) {
  const wanted = new Set(view.questions.map((one) => one.item_id));
  const found = new Map();
  if (isOwner()) {
    for (let offset = 0; ; ) {
      const page = (await maybe(items(id, offset, signal)))?.items ?? [];
      for (const { item } of page) if (wanted.has(item.item_id)) found.set(item.item_id, { key: item.answer, words: [item.answer, "unit" in item ? item.unit : ""].filter((one) => typeof one === "string").join(" ").trim(), proof: item.proof });
      offset += page.length;
      if (!page.length || found.size === wanted.size) break;
    }
  } else if (view.attempted) {
    const { data } = await results(id, null, signal);
    for (const one of data?.results ?? []) if (one.quiz_id === view.quiz_id) found.set(one.item_id, { key: one.key, words: one.correct_answer, proof: one.proof });
  }
  return found.size ? found : null;
}

const ruled = (count) => h("div", { class: "ruled", "aria-hidden": "true" }, Array.from({ length: count }, () => h("span", {})));

/** What is asked. With a sheet the answers stand there. @param {Api["QuestionView"]} question */
function question(question, number, sheet) {
  const [asked, statement] = asking(question);
  const { type, options = [], prompts = [] } = question;
  const lettered = options.length > 0 && h("ol", { class: "paper-options" }, options.map((one, at) => h("li", {}, h("span", { class: "paper-letter" }, letter(at)), h("span", { dir: "auto" }, one.text))));
  return h("li", { class: "paper-question" }, h("p", { class: "paper-asked", dir: "auto" }, h("strong", {}, `${number}. `), asked),
    statement && h("blockquote", { class: "statement", dir: "auto" }, statement),
    type === "multiple_answer" && h("p", { class: "soft" }, t("Choose all that fit.")),
    type === "ordering" && h("p", { class: "soft" }, t("Write the letters in the right order.")),
    type === "matching" && h("p", { class: "soft" }, t("Write a letter beside each number.")),
    prompts.length > 0 && h("ol", { class: "paper-options" }, prompts.map((one, at) => h("li", {}, h("span", { class: "paper-letter" }, at + 1), h("span", { dir: "auto" }, one.text), !sheet && h("span", { class: "paper-blank" })))),
    lettered,
    !sheet && !options.length && !(type === "cloze" && GAP.test(asked)) && ruled(LINES[type] ?? 1),
    !sheet && type === "ordering" && ruled(1));
}

/** Where the answer to a question goes on the sheet. @param {Api["QuestionView"]} question */
function blank({ type, options = [], prompts = [], unit = "" }) {
  if (type === "matching") return prompts.map((_, at) => h("span", { class: "sheet-pair" }, `${at + 1} `, h("span", { class: "sheet-box" })));
  if (type === "ordering") return options.map((_, at) => h("span", { class: "sheet-pair" }, at > 0 && "→ ", h("span", { class: "sheet-box" })));
  if (options.length) return options.map((_, at) => h("span", { class: "sheet-letter" }, letter(at)));
  return [ruled(LINES[type] ?? 1), unit && h("span", { class: "soft" }, unit)];
}

/** Who and when, above the questions and above the sheet. */
const named = (name) => h("div", { class: "paper-head" }, h("p", { class: "paper-title", dir: "auto" }, name),
  h("p", { class: "paper-name" }, h("span", {}, t("Name")), h("span", { class: "paper-blank" }), h("span", {}, t("Date")), h("span", { class: "paper-blank short" })));

export async function printView(place, id, quizId, signal) {
  const [{ data: state }, { data: view }] = await Promise.all([session(id, signal), quiz(id, quizId, signal)]);
  if (!state || !view) {
    draw(place, title(t("Print the quiz")), el("p", { class: "soft" }, t("The quiz is still being written. Come back in a moment.")));
    return;
  }
  const keys = await keysOf(id, view, signal);
  const name = `${state.name || sessionName(state)} · ${t("Quiz {n}", { n: view.number })}`;
  const inside = el("div", { class: "paper" });
  draw(place, title(t("Print the quiz")), inside);
  const choice = (what, word, state) => h("label", { class: "toggle" }, h("input", { type: "checkbox", checked: state[what], onchange: (event) => shown.set({ [what]: event.currentTarget.checked }) }), ` ${word}`);
  const shown = live(inside, { sheet: true, key: false }, (now) => [
    h("div", { key: "ways", class: "paper-ways card" },
      choice("sheet", t("A sheet for the answers"), now),
      keys ? choice("key", t("The answers, on a page of their own"), now) : h("p", { class: "soft" }, t("The answers can be printed once the quiz is handed in.")),
      h("div", { class: "actions" }, h("button", { type: "button", class: "primary", onclick: () => print() }, t("Print")), h("a", { class: "button quiet", href: path("s", id) }, t("Back to the course")))),
    h("section", { key: "questions", class: "paper-sheet" }, named(name), h("p", { class: "soft" }, tn(view.questions.length, "{n} question", "{n} questions")),
      h("ol", { class: "paper-questions" }, view.questions.map((one, at) => question(one, at + 1, now.sheet)))),
    now.sheet && h("section", { key: "sheet", class: "paper-sheet" }, h("h2", {}, t("Answers")), named(name),
      h("ol", { class: "answer-sheet" }, view.questions.map((one, at) => h("li", { class: LINES[one.type] > 1 ? "long" : null }, h("strong", {}, `${at + 1}.`), h("div", { class: "sheet-answer" }, blank(one)))))),
    now.key && keys && h("section", { key: "key", class: "paper-sheet" }, h("h2", {}, t("What is right")), h("p", { class: "paper-title", dir: "auto" }, name),
      h("ol", { class: "answer-key" }, view.questions.map((one, at) => {
        const right = keys.get(one.item_id);
        return h("li", {}, h("strong", {}, `${at + 1}. `), right ? [h("span", { dir: "auto" }, keyOf(one, right.key, right.words)), h("span", { class: "soft" }, ` · ${placeName(documentOf(state, right.proof), right.proof)}`)] : "–");
      }))),
  ]);
}
