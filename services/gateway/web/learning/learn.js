// Learning a topic until it is mastered: explanation, quiz, feedback, again, until mastery or what to do instead.

import { draw } from "../frame/draw.js";
import { learner, maybe } from "../http/learnerapi.js";
import { announce, button, el, link, title } from "../frame/elements.js";
import { desk } from "../documents/desk.js";
import { t, tn } from "../frame/language.js";
import { feedback, hasFeedback } from "./feedback.js";
import { hasDraft } from "../quizzes/draft.js";
import { learnPath, pathOf, remediation } from "./pathcard.js";
import { path } from "../frame/place.js";
import { statusWord } from "../sessions/progress.js";
import { spoken } from "../tutor/quoted.js";
import { redraw } from "../frame/redraw.js";
import { percent, phaseWord, practised, roundList, roundPanel, standingOf, underWay } from "./round.js";
import { topicForm } from "./topicform.js";
import { failurePanel } from "../frame/trouble.js";
import { settled, states } from "../http/watch.js";

const READY = "QUIZ_ACTIVE";
const LEVELS = { beginner: "beginner", intermediate: "intermediate", advanced: "advanced" };

/**
 * What to read and do while a round is under way; `asked`: whether its quiz can be taken.
 * @param {Api["LearnerView"]} view
 */
function under(id, view, asked) {
  const verb = t(asked && hasDraft(id, view.cycle_quiz) ? "Go on with the quiz" : "Take the quiz");
  const told = {
    TUTOR_EXPLAINING: "The explanation is being written from your document…",
    FEEDBACK_ANALYZING: "Your answers are graded, and what they have in common is looked for…",
    LOOP_AGAIN: "The next round begins with what is not mastered yet…",
    QUIZ_ACTIVE: asked ? "Read the explanation below first. The quiz asks about it." : "The questions are being put together…",
  }[view.phase] ?? (asked ? "A few questions on each concept, those first that others build on." : "The questions are being put together…");
  return [
    roundPanel(view), el("p", { role: "status" }, t(told)),
    asked && el("div", { class: "actions" }, link(verb, path("s", id, "quiz", view.cycle_quiz), { class: "button primary" })),
  ];
}

/** @param {Api["LearnerView"]} view */
function diagnosis(view) {
  if (!view.diagnostic_complete) return null;
  const level = view.learner_level === "unknown" ? "" : ` ${t("Your level: {level}.", { level: t(LEVELS[view.learner_level] ?? view.learner_level) })}`;
  return el("details", { class: "more", open: !view.learning_cycle_count }, el("summary", {}, t("What the test showed")),
    el("p", {}, view.prerequisite_gaps.length ? t("Missing underneath: {names}.", { names: view.prerequisite_gaps.join(", ") }) : t("Nothing is missing underneath."), level),
    view.recommendations.length > 0 && el("ul", {}, view.recommendations.map((one) => el("li", { dir: "auto" }, one))));
}

/** @param {Api["LearnerView"]} view */
function ended(id, view, standing, chosen, begun) {
  if (standing === "mastered") {
    return [
      el("h2", { class: "phase good" }, el("span", { "aria-hidden": "true" }, "✓ "), t("Mastered")),
      el("p", {}, el("strong", { dir: "auto" }, practised(view)), ": ", tn(view.learning_cycle_count, "mastered in one round.", "mastered in {n} rounds."), " ",
        t("What counts as mastered: {percent}.", { percent: percent(view.mastery_threshold) })),
      pathOf(id, view), other(id, view, chosen, begun, t("Learn something else")),
    ];
  }
  if (standing === "remediation") {
    return [
      el("h2", { class: "phase" }, tn(view.learning_cycle_count, "Not mastered after one round", "Not mastered after {n} rounds")),
      el("p", {}, t("Topic: "), el("bdi", {}, practised(view)), ". ", t("Before another round, do this:")),
      remediation(view), el("h3", {}, t("Your path")), pathOf(id, view), other(id, view, chosen, begun, t("Choose a topic")),
    ];
  }
  return [
    el("p", {}, t("The tutor explains a topic from your document, a quiz asks about it, and what you missed comes again, until you have mastered it or {n} rounds are over.", { n: view.max_cycles })),
    topicForm(id, view, chosen || view.next_topic, begun),
  ];
}

/** @param {Api["LearnerView"]} view */
function other(id, view, chosen, begun, word) {
  return el("details", { class: "more", open: Boolean(chosen) }, el("summary", {}, word), topicForm(id, view, chosen, begun));
}

/**
 * @param {Api["SessionState"]} state
 * @param {Api["LearnerView"]} view
 */
function explained(state, view, asked) {
  return [
    el("h2", {}, t("Explanation")),
    spoken(state, view.explanation, view.explanation_quotes),
    view.examples_provided.length > 0 && [el("h3", {}, t(view.examples_provided.length > 1 ? "Examples" : "Example")),
      view.examples_provided.map((one) => el("blockquote", { dir: "auto" }, one))],
    asked && el("div", { class: "actions" }, link(t("I have read it: to the quiz"), path("s", state.session_id, "quiz", view.cycle_quiz), { class: "button" })),
  ];
}

export async function learnView(place, id, topic, signal) {
  const stage = el("section", { class: "card stage" });
  const fault = el("div", {});
  const tested = el("section", {});
  const told = el("section", { class: "card findings", hidden: true });
  const said = el("section", { class: "card explanation", hidden: true });
  const rounds = el("section", {});
  const { work, source } = desk(place, signal);
  work.append(title(t("Learn until mastered")), fault, stage, tested, told, said, rounds);
  let chosen = topic;
  /** @type {string | null} */
  let before = null;
  const begun = () => {
    chosen = "";
    draw(stage, el("p", { role: "status" }, t("Beginning…")));
    if (topic && !signal.aborted) history.replaceState(null, "", learnPath(id, ""));
  };
  for await (const state of states(id, signal)) {
    source(state);
    redraw(fault, state.status === "failed" ? [state.version, state.error] : null, () => state.status === "failed" && failurePanel(state));
    const view = await maybe(learner(id, null, signal));
    if (!view) {
      redraw(stage, "none", () => [el("p", {}, t("There is nothing to learn here yet.")), button(t("Look again"), () => location.reload())]);
      continue;
    }
    const standing = standingOf(view);
    const between = ["none", "remediation"].includes(standing) && !settled(state);
    const asked = Boolean(view.cycle_quiz) && state.quizzes.includes(view.cycle_quiz) && (view.phase === READY || standing === "testing");
    const now = [standing, view.phase, view.learning_cycle_count, view.current_topic, asked, underWay(view) ? 0 : [view.learning_path, view.next_topic, view.remediation]];
    redraw(stage, [now, between && state.status, settled(state) && !underWay(view) && state.version], () => {
      if (between) return [el("h2", { class: "phase" }, `${statusWord(state.status)}…`)];
      return underWay(view) ? under(id, view, asked) : ended(id, view, standing, chosen, begun);
    });
    redraw(tested, [view.diagnostic_complete, view.prerequisite_gaps, view.learner_level, view.recommendations, view.learning_cycle_count > 0], () => diagnosis(view));
    told.hidden = !hasFeedback(view) || standing === "testing" || view.phase === "FEEDBACK_ANALYZING";
    redraw(told, [view.feedback_text, view.error_patterns, view.knowledge_gaps, view.improvement_areas], () => feedback(view));
    said.hidden = !view.explanation || ["testing", "none"].includes(standing) || ["TUTOR_EXPLAINING", "FEEDBACK_ANALYZING", "LOOP_AGAIN"].includes(view.phase ?? "");
    redraw(said, [view.explanation, view.explanation_quotes, view.examples_provided, asked], () => explained(state, view, asked));
    redraw(rounds, view.cycles, () => roundList(view.cycles));
    const word = phaseWord(view);
    if (before !== null && word && before !== word) announce(word);
    before = word;
  }
}
