// What mistakes have in common, and what to work on: the feedback between two rounds.

import { el, listed } from "../frame/elements.js";
import { t, tn } from "../frame/language.js";

const KINDS = {
  conceptual: "Not understood yet",
  procedural: "How it is done",
  careless: "A slip",
};

function pattern(one, numbers) {
  const about = one.affected_questions.map((item) => numbers?.get(item)).filter(Boolean);
  return el("li", {},
    el("p", {}, el("span", { class: "badge warn" }, t(KINDS[one.pattern_type] ?? one.pattern_type)), " ", el("span", { dir: "auto" }, one.description),
      about.length > 0 && el("span", { class: "soft" }, ` (${t(about.length === 1 ? "question {numbers}" : "questions {numbers}", { numbers: listed(about) })})`)),
    el("p", { dir: "auto" }, el("strong", {}, t("What helps: ")), one.suggested_remediation));
}

/** How many questions each kind of pattern was seen in, as bars. @param {Api["ErrorPattern"][]} patterns */
export function patternBars(patterns) {
  const counts = Object.entries(KINDS).map(([kind, word]) => [t(word), new Set(patterns.filter((one) => one.pattern_type === kind).flatMap((one) => one.affected_questions)).size]);
  const most = Math.max(1, ...counts.map(([, count]) => Number(count)));
  return el("ul", { class: "kind-bars" }, counts.filter(([, count]) => Number(count) > 0).map(([word, count]) => {
    const bar = el("span", { class: "kind-bar", "aria-hidden": "true" });
    bar.style.inlineSize = `${(Number(count) / most) * 100}%`;
    return el("li", {}, el("span", {}, word), el("span", { class: "kind-room" }, bar), el("strong", {}, tn(Number(count), "{n} question", "{n} questions")));
  }));
}

/**
 * The patterns as a list.
 * @param {any[]} patterns
 * @param {Map<string, number> | null} [numbers] the number of each item's question
 */
export function patternList(patterns, numbers = null) {
  return el("ul", { class: "patterns" }, patterns.map((one) => pattern(one, numbers)));
}

/** What is missing of a concept; its name stands before it where the sentence does not have it. */
function gap(one) {
  const named = one.description.includes(one.concept);
  return el("li", {}, !named && [el("strong", { dir: "auto" }, one.concept), ": "], el("span", { dir: "auto" }, one.description));
}

/** @param {Api["LearnerView"]} view */
export function hasFeedback(view) {
  return Boolean(view.feedback_text || view.error_patterns.length || view.improvement_areas.length || view.knowledge_gaps.length);
}

/**
 * The feedback on the last round, or nothing.
 * @param {Api["LearnerView"]} view
 */
export function feedback(view) {
  if (!hasFeedback(view)) return null;
  return [
    el("h2", {}, t("What your last answers show")),
    view.feedback_text.split(/\n{2,}/).filter(Boolean).map((part) => el("p", { dir: "auto" }, part)),
    view.error_patterns.length > 0 && [el("h3", {}, t("Patterns in your mistakes")), patternList(view.error_patterns)],
    view.knowledge_gaps.length > 0 && [el("h3", {}, t("What is missing")), el("ul", { class: "patterns" }, view.knowledge_gaps.map(gap))],
    view.improvement_areas.length > 0 && [el("h3", {}, t("Work on")), el("ul", {}, view.improvement_areas.map((one) => el("li", { dir: "auto" }, one)))],
  ];
}
