// One question after its answer: whether it was right, why each option is right or wrong, and the place that proves it.

import { draw } from "../frame/draw.js";
import { disputeLine, gradeObjector } from "../disputes/disputing.js";
import { announce, el } from "../frame/elements.js";
import { t, tn } from "../frame/language.js";
import { kindOf } from "../kinds/kinds.js";
import { GAP } from "../kinds/typing.js";
import { quoteOf } from "../documents/passage.js";
import { sourceOf } from "../documents/desk.js";
import { sayButton } from "../tutor/handing.js";
import { comparing, wordsOf } from "./resultitem.js";
import { takenBack, verdictOf } from "./grading.js";
import { asking, statementOf } from "./statement.js";

const tick = () => {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "tick");
  svg.setAttribute("aria-hidden", "true");
  const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
  line.setAttribute("d", "M5 13l4.5 4.5L19 7");
  svg.append(line);
  return svg;
};

/** What is said first, by how it went; `run`: so many right answers in a row. Pure but for the language. */
function saidFirst(result, run) {
  const [tone, , word] = verdictOf(result);
  if (tone === "right") return run > 2 ? [t("Right."), tn(run, "{n} in a row", "{n} in a row")] : [t("Right."), ""];
  if (tone === "wrong") return [t("Not right."), ""];
  return [`${word}.`, ""];
}

/** The question; of a gap with the right words in it. */
function stemOf(result) {
  const [stem] = asking(result);
  const found = GAP.exec(stem);
  if (!found || result.undecided) return stem;
  return [stem.slice(0, found.index), el("span", { class: "filled" }, result.correct_answer), stem.slice(found.index + found[0].length)];
}

/** The questions of a menu that is opened seldom: what one has against the question or its grade. */
function more(id, result, number) {
  if (result.is_correct || result.answer === null || result.undecided || takenBack(result)) return null;
  const slot = el("div", { class: "menu-body" }, gradeObjector(id, result, number, (reason) => draw(slot, disputeLine({ reason, state: "open" }))));
  return el("details", { class: "menu" }, el("summary", { "aria-label": t("More about this question") }, "⋯"), slot);
}

/**
 * {node, focus()}. `act`: {next, onward(), back()}: what the next step is called and does.
 * @param {Api["SessionState"]} state
 * @param {Api["ResultView"]} result
 */
export function answered(state, result, number, run, act, signal) {
  const [tone] = verdictOf(result);
  const id = state.session_id;
  const { heading, why, told } = kindOf(result.type);
  const [word, row] = saidFirst(result, run);
  const unsure = result.undecided && result.answer !== null && !takenBack(result);
  const drawn = why && (result.options.length || result.explanations?.length) ? why(state, result) : null;
  const next = el("button", { type: "button", class: "primary", onclick: act.onward }, act.next);
  const node = el("article", { class: `card answered ${tone}` },
    el("p", { class: "verdict" }, tone === "right" && tick(), el("strong", {}, word), row && el("span", { class: "run" }, row)),
    el("h2", { class: "stem", dir: "auto" }, stemOf(result)), statementOf(result),
    unsure ? comparing(id, result) : !(drawn && result.options.length) && wordsOf(result),
    drawn && el("section", { class: "because", "aria-label": heading }, drawn),
    told && !unsure && result.key_points?.length > 0 && el("ul", { class: "points" }, result.key_points.map((point) => el("li", { dir: "auto" }, point))),
    el("div", { class: "proof" }, quoteOf(result.proof), el("p", { class: "source" }, sourceOf(state, result.proof, signal))),
    el("div", { class: "actions next-step" }, next,
      tone !== "right" && tone !== "skipped" && sayButton(id, t("Explain “{concept}”", { concept: result.concept })),
      act.back && el("button", { type: "button", class: "quiet", onclick: act.back }, t("Previous")),
      more(id, result, number)));
  const aloud = `${number}. ${word}${tone === "wrong" ? ` ${t("Right answer")}: ${result.correct_answer}` : ""}`;
  return { node, focus: () => (announce(aloud), next.focus({ preventScroll: true })) };
}

/** An answer that was given while there was no connection: it is kept here, and graded later. */
export function keptHere(act) {
  const next = el("button", { type: "button", class: "primary", onclick: act.onward }, act.next);
  const node = el("article", { class: "card answered kept" },
    el("p", { class: "verdict" }, el("strong", {}, t("Kept."))),
    el("p", {}, t("There is no connection. Your answer is kept on this device and graded as soon as there is one.")),
    el("div", { class: "actions next-step" }, next));
  return { node, focus: () => next.focus({ preventScroll: true }) };
}
