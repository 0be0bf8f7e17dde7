// Questions that were taken back or corrected after they were answered: why, and the score before and after.

import { el } from "../frame/elements.js";
import { percent } from "../learning/round.js";

function scores({ score_before: before, score_after: after }) {
  if (!Number.isFinite(before) || !Number.isFinite(after)) return "";
  return before === after ? ` Your score stays ${percent(after)}.` : ` Your score was ${percent(before)} and is now ${percent(after)}.`;
}

function one(recall) {
  const what = recall.what === "retracted" ? "was taken back and counts no more" : "was corrected and graded again";
  return el("li", {}, el("p", {}, el("q", { dir: "auto" }, recall.question), ` ${what}.${scores(recall)}`),
    recall.reason && el("p", { class: "soft" }, "Why: ", el("span", { dir: "auto" }, recall.reason)));
}

/** The banner of these recalls; null without any. */
export function recallBanner(recalls) {
  return recalls.length > 0 && el("section", { class: "card attention recalls" },
    el("h2", {}, recalls.length === 1 ? "A question was changed after you answered it" : `${recalls.length} questions were changed after you answered them`),
    el("ul", {}, recalls.map(one)));
}
