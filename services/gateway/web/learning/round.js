// Where the learning cycle is, in words: its phase, its rounds, and what each of them came to.

import { el, when } from "../frame/elements.js";
import { t } from "../frame/language.js";

export const STEPS = [
  ["TUTOR_EXPLAINING", "Explanation"],
  ["QUIZ_ACTIVE", "Quiz"],
  ["FEEDBACK_ANALYZING", "Feedback"],
];
const WORDS = {
  TUTOR_EXPLAINING: "The tutor is explaining",
  QUIZ_ACTIVE: "Your turn: the quiz",
  FEEDBACK_ANALYZING: "Your answers are being looked at",
  LOOP_AGAIN: "Another round begins",
  MASTERED: "Mastered",
};

/**
 * "learning": a round is under way; "testing": the test before the first; "mastered", "remediation", or "none". Pure.
 * @param {Api["LearnerView"]} view
 */
export function standingOf(view) {
  if (view.phase === "MASTERED") return "mastered";
  if (view.phase) return "learning";
  if (view.routing === "DIAGNOSE" || view.cycle_quiz) return "testing";
  return view.remediation.length ? "remediation" : "none";
}

/** @param {Api["LearnerView"]} view */
export function underWay(view) {
  return ["learning", "testing"].includes(standingOf(view));
}

/** @param {Api["LearnerView"]} view */
export function phaseWord(view) {
  return t(standingOf(view) === "testing" ? "Testing what you know already" : WORDS[view.phase] ?? "");
}

/** @param {Api["LearnerView"]} view */
export const shown = (view) => view.current_topic || t("What you know least");

/** What the rounds that are over were about: where no topic was named it is what was known least then, and no longer. @param {Api["LearnerView"]} view */
export const practised = (view) => view.current_topic || t("What you practised");

/** @param {Api["LearnerView"]} view */
const round = (view) => Math.max(1, view.learning_cycle_count);

/**
 * The line above: topic, round and phase; and the steps of a round with the one that is now.
 * @param {Api["LearnerView"]} view
 */
export function roundPanel(view) {
  const testing = standingOf(view) === "testing";
  const now = STEPS.findIndex(([phase]) => phase === view.phase);
  return [
    el("h2", { class: "phase" }, phaseWord(view)),
    el("p", { class: "soft" }, t("Topic: "), el("bdi", {}, shown(view)), testing ? "" : ` · ${t("round {n} of at most {of}", { n: round(view), of: view.max_cycles })}`),
    !testing && el("ol", { class: "phases" }, STEPS.map(([, word], at) => el("li",
      { class: at < now ? "done" : at === now ? "now" : "to-do", "aria-current": at === now ? "step" : null },
      t(word), at < now && el("span", { class: "unseen" }, ` (${t("done")})`)))),
  ];
}

/** "85 %", on one line; 0 and 100 only where it is none and all, as the coach's sentences have it. Pure. */
export function percent(share) {
  const whole = Math.round(share * 100);
  return `${share > 0 && share < 1 ? Math.min(99, Math.max(1, whole)) : whole}\u00a0%`;
}

/** A concept's score in percent, never rounded up: it reaches the threshold's percent exactly when it is mastered. Pure. */
export function reached(score) {
  return `${Math.floor(score * 100 + 1e-9)}\u00a0%`;
}

function outcome(one) {
  if (one.mastery_achieved) return ["good", t("Mastered")];
  if (one.completed_at) return ["", t("Not yet mastered")];
  return ["", t("Under way")];
}

/** The rounds so far, the newest first; null before the first. */
export function roundList(cycles) {
  const all = [...cycles].reverse();
  return all.length > 0 && el("details", { class: "more" }, el("summary", {}, t("Rounds so far ({n})", { n: all.length })),
    el("ul", { class: "lines" }, all.map((one) => {
      const [tone, word] = outcome(one);
      return el("li", {}, el("span", { class: "line-text" }, el("bdi", {}, one.topic || t("What you know least")), `, ${t("round {n}", { n: one.cycle_number })}`),
        el("span", { class: "line-facts" }, Number.isFinite(one.quiz_score) && t("quiz {percent}", { percent: percent(one.quiz_score) }),
          el("span", { class: `badge ${tone}` }, word), el("time", { datetime: one.started_at }, when(one.started_at))));
    })));
}
