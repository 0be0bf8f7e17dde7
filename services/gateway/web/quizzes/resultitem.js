// One graded answer: right, partly or not, what was answered, what is right, and the quote that proves it.

import { disputeLine, gradeObjector } from "../disputes/disputing.js";
import { el } from "../frame/elements.js";
import { takenBack, verdictOf } from "./grading.js";
import { kindOf } from "../kinds/kinds.js";
import { originName } from "../items/material.js";
import { light, sourceOf } from "../documents/desk.js";
import { t } from "../frame/language.js";
import { cut, quoteOf } from "../documents/passage.js";
import { selfGraded, selfGrader } from "./selfgrade.js";
import { asking, statementOf } from "./statement.js";

function line(name, tag, props, text, after = "") {
  return el("p", {}, el("span", { class: "soft" }, `${name}: `), el(tag, { dir: "auto", ...props }, text), after);
}

/** What else counts as right, of a number with a tolerance: " (28.5 to 31.5 counts)". */
function range({ value, tolerance }) {
  if (!(tolerance > 0) || !Number.isFinite(value)) return "";
  const [least, most] = [value - tolerance, value + tolerance].map((end) => Number(end.toPrecision(12)));
  return ` (${t("{least} to {most} counts", { least, most })})`;
}

/**
 * What was said and what is right, in a line each; of a right answer its own words are enough, but for a tolerance.
 * @param {Api["ResultView"]} result
 */
export function wordsOf(result) {
  const mine = result.answer_text ?? result.answer;
  const counts = range(result);
  if (result.is_correct && !counts) return [line(t("Your answer"), "strong", { class: "key" }, mine ?? result.correct_answer)];
  if (kindOf(result.type).paired) return [];
  return [result.answer !== null && line(t("Your answer"), "span", { class: result.is_correct ? null : "given" }, mine),
    line(t("Right answer"), "strong", { class: "key" }, result.correct_answer, counts)];
}

/**
 * The spans of all key points in one text, in order, those that overlap as one. Pure.
 * @param {Api["PointMatch"][]} matches
 * @param {"in_answer" | "in_correct_answer"} where
 */
export function marked(matches, where) {
  const spans = [];
  for (const { start, end } of matches.flatMap((point) => point[where]).sort((a, b) => a.start - b.start)) {
    const last = spans.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else spans.push({ start, end, tag: "mark" });
  }
  return spans;
}

/** A text with marks, and the words that are marked. */
function withMarks(text, spans) {
  const pieces = cut(text, spans);
  return [pieces.map((piece) => (piece.tag ? el(piece.tag, {}, piece.text) : piece.text)),
    pieces.filter((piece) => piece.tag).map((piece) => piece.text)];
}

/**
 * Side by side what the learner wrote and what a full answer holds, with what both have marked: who compares is the learner.
 * A screen reader says no marks, so a line names the words.
 * @param {Api["ResultView"]} result
 */
export function comparing(id, result) {
  const [mine, words] = withMarks(result.answer_text ?? result.answer, marked(result.matches ?? [], "in_answer"));
  const [full] = withMarks(result.correct_answer, marked(result.matches ?? [], "in_correct_answer"));
  return [
    result.undecided && el("p", { class: "told" }, t("This answer could not be judged surely, so it does not count. Compare it yourself:")),
    el("div", { class: "compared" },
      el("div", {}, el("h3", { class: "minor" }, t("Your answer")), el("p", { dir: "auto" }, mine)),
      el("div", {}, el("h3", { class: "minor" }, t("A full answer")), el("p", { class: "key", dir: "auto" }, full))),
    result.matches?.length > 0 && el("p", { class: "soft both" }, words.length ? t("Marked is what both have: ") : t("No word is the same in both. "),
      words.length > 0 && [el("span", { dir: "auto" }, words.join(", ")), ". "], t("It may be right in other words too.")),
    result.key_points?.some((point) => point !== result.correct_answer) && points(result),
    selfGrader(id, result, result.undecided ? null : result.credit),
  ];
}

/** @param {Api["ResultView"]} result */
function points(result) {
  return result.key_points?.length > 0 && el("div", { class: "points" }, el("h3", { class: "minor" }, t("It should say")),
    el("ul", {}, result.key_points.map((point) => el("li", { dir: "auto" }, point))));
}

/**
 * What can be said against a grade: nothing of a right, a skipped or an undecided answer, or of one that was objected to.
 * @param {Api["ResultView"]} result
 */
function objection(id, result, number, dispute) {
  if (dispute || result.is_correct || result.answer === null || result.undecided || takenBack(result) || selfGraded(result)) return null;
  const slot = el("div", { class: "menu-body" }, gradeObjector(id, result, number, (reason) => menu.replaceWith(disputeLine({ reason, state: "open" }))));
  const menu = el("details", { class: "menu" }, el("summary", { "aria-label": t("More about question {n}", { n: number }) }, "⋯"), slot);
  return menu;
}

/**
 * The options in full, or what is told of what was typed; null where nothing is told.
 * @param {Api["SessionState"]} state
 * @param {Api["ResultView"]} result
 */
function whys(state, result) {
  const { heading, why } = kindOf(result.type);
  const drawn = why && (result.options.length || result.explanations?.length) ? why(state, result) : null;
  return drawn && el("section", { class: "because", "aria-label": heading }, drawn);
}

/** What stands in the line of a folded answer: of a mistake also what would have been right. */
function brief(result) {
  const mine = result.answer_text ?? result.answer;
  if (result.is_correct || result.undecided || takenBack(result)) return null;
  return el("span", { class: "brief" }, result.answer !== null && !kindOf(result.type).paired && [el("s", { dir: "auto" }, mine), " "],
    el("span", { class: "key", dir: "auto" }, result.correct_answer));
}

/**
 * One line, that opens to all there is to say; with it the source shows the place.
 * `written`: whether a model wrote any of the quiz; then each question says who wrote it. `dispute`: the learner's, or null.
 */
export function resultItem(state, result, number, signal, written, dispute = null) {
  const [tone, sign, word] = verdictOf(result);
  const id = state.session_id;
  const unsure = (result.undecided || selfGraded(result)) && result.answer !== null && !takenBack(result);
  const facts = [
    result.concept, kindOf(result.type).name, written && originName(result.origin), result.repeat && t("asked before"), selfGraded(result) && t("graded by you"),
  ].filter(Boolean).join(" · ");
  return el("li", { class: `result ${tone}`, id: `result-${number}` },
    el("details", { open: unsure && result.undecided, ontoggle: (event) => event.currentTarget.open && light(state, result.proof, true) },
      el("summary", {},
        el("span", { class: `sign ${tone}`, "aria-hidden": "true" }, sign), el("span", { class: "unseen verdict" }, `${word}: `),
        el("span", { class: "line" }, el("span", { class: "asked", dir: "auto" }, `${number}. ${asking(result)[0]}`), brief(result))),
      el("div", { class: "result-body" },
        statementOf(result), el("p", { class: "soft facts-line" }, facts),
        takenBack(result) && el("p", { class: "told" },
          result.retracted ? t("This question was taken back: {why}. Your answer to it does not count.", { why: result.retracted.replace(/[.\s]+$/, "") })
            : t("This question was taken back. Your answer to it does not count.")),
        unsure ? comparing(id, result) : [(!brief(result) || range(result)) && wordsOf(result), kindOf(result.type).told && points(result)],
        whys(state, result),
        quoteOf(result.proof),
        el("div", { class: "source" }, sourceOf(state, result.proof, signal), objection(id, result, number, dispute)))),
    dispute && disputeLine(dispute));
}
