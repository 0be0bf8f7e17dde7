// Questions that were taken back or corrected after they were answered: why, and the score before and after.

import { el } from "../frame/elements.js";
import { t, tn } from "../frame/language.js";
import { percent } from "../learning/round.js";

const WHAT = {
  retracted: () => t("It was taken back and counts no more."),
  corrected: () => t("It was corrected and graded again."),
  reinstated: () => t("It was put back and counts again."),
};

function scores({ score_before: before, score_after: after }) {
  if (!Number.isFinite(before) || !Number.isFinite(after)) return "";
  return " " + (before === after ? t("Your score stays {after}.", { after: percent(after) }) : t("Your score was {before} and is now {after}.", { before: percent(before), after: percent(after) }));
}

function one(recall) {
  const what = WHAT[recall.what]();
  return el("li", {}, el("p", {}, el("q", { dir: "auto" }, recall.question), ` ${what}${scores(recall)}`),
    recall.reason && el("p", { class: "soft" }, t("Why: "), el("span", { dir: "auto" }, recall.reason)));
}

/** The banner of these recalls; null without any. */
export function recallBanner(recalls) {
  return recalls.length > 0 && el("section", { class: "card attention recalls" },
    el("h2", {}, tn(recalls.length, "A question was changed after you answered it", "{n} questions were changed after you answered them")),
    el("ul", {}, recalls.map(one)));
}
