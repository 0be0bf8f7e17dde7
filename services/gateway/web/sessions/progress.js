// How far a course is: its steps in order, and a bar of the pages while it is read.

import { draw } from "../frame/draw.js";
import { announce, el } from "../frame/elements.js";
import { t } from "../frame/language.js";
import { pageBar } from "../documents/pagebar.js";

const ANOTHER_QUIZ = ["writing", "validating"];
const JOURNEYS = [
  ["accepted", "reading", "digesting", "writing", "validating"],
  ["grading", "coaching"],
  ["diagnosing"],
  ["tutoring"],
  ["planning"],
];
const WORDS = {
  accepted: () => t("Received"),
  reading: () => t("Reading the document"),
  digesting: () => t("Finding the key concepts"),
  writing: () => t("Writing questions and cards"),
  validating: () => t("Checking each item against the text"),
  grading: () => t("Grading your answers"),
  coaching: () => t("Writing notes for you"),
  diagnosing: () => t("Finding out what you know already"),
  tutoring: () => t("Writing an explanation"),
  planning: () => t("Planning your learning path"),
  ready: () => t("Ready"),
  failed: () => t("Stopped"),
  pending_review: () => t("Waits for review"),
  forgotten: () => t("Deleted"),
};
const ENDS = new Set(["ready", "failed", "pending_review", "forgotten"]);

export function statusWord(status) {
  return WORDS[status]?.() ?? status;
}

/** A panel that `show(state)` keeps current; it is updated in place, so nothing flickers or loses the focus. */
export function progressPanel() {
  const heading = el("h2", {}, t("Working"));
  const pages = pageBar();
  const list = el("ol", { class: "steps" });
  const node = el("section", { class: "card working", hidden: true }, heading, pages.node, list);
  let told = "";

  function steps(status, another) {
    const journey = another ? ANOTHER_QUIZ : JOURNEYS.find((names) => names.includes(status)) ?? [];
    const now = journey.indexOf(status);
    draw(list, ...journey.map((name, index) => el("li",
      { class: index < now ? "done" : index === now ? "now" : "to-do", "aria-current": index === now ? "step" : null },
      statusWord(name), index < now && el("span", { class: "unseen" }, ` (${t("done")})`))));
  }

  function show(state) {
    node.hidden = !(state.status in WORDS) || ENDS.has(state.status);
    pages.show(state);
    if (node.hidden || told === state.status) return;
    told = state.status;
    heading.textContent = `${statusWord(state.status)}…`;
    announce(heading.textContent);
    steps(state.status, state.quizzes?.length > 0 && ANOTHER_QUIZ.includes(state.status));
  }

  return { node, show };
}
