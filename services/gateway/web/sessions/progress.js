// How far a session is: its steps in order, and a bar of the pages while it is read.

import { announce, el } from "../frame/elements.js";
import { pageBar } from "../documents/pagebar.js";

const STEPS = {
  accepted: "Received",
  reading: "Reading the document",
  digesting: "Finding the key concepts",
  writing: "Writing questions and cards",
  validating: "Checking each item against the text",
  grading: "Grading your answers",
  coaching: "Writing notes for you",
  diagnosing: "Finding out what you know already",
  tutoring: "Writing an explanation",
  planning: "Planning your learning path",
};

const ANOTHER_QUIZ = ["writing", "validating"];
const JOURNEYS = [
  ["accepted", "reading", "digesting", "writing", "validating"],
  ["grading", "coaching"],
  ["diagnosing"],
  ["tutoring"],
  ["planning"],
];

const WORDS = { ...STEPS, ready: "Ready", failed: "Stopped", pending_review: "Waits for review", forgotten: "Forgotten" };

export function statusWord(status) {
  return WORDS[status] ?? status;
}

/** A panel that `show(state)` keeps current; it is updated in place, so nothing flickers or loses the focus. */
export function progressPanel() {
  const heading = el("h2", {}, "Working");
  const pages = pageBar();
  const list = el("ol", { class: "steps" });
  const node = el("section", { class: "card working", hidden: true }, heading, pages.node, list);
  let told = "";

  function steps(status, another) {
    const journey = another ? ANOTHER_QUIZ : JOURNEYS.find((names) => names.includes(status)) ?? [];
    const now = journey.indexOf(status);
    list.replaceChildren(...journey.map((name, index) => {
      const done = index < now;
      return el(
        "li",
        { class: done ? "done" : index === now ? "now" : "to-do", "aria-current": index === now ? "step" : null },
        STEPS[name],
        done && el("span", { class: "unseen" }, " (done)"),
      );
    }));
  }

  function show(state) {
    node.hidden = !(state.status in STEPS);
    pages.show(state);
    if (node.hidden) return;
    if (told === state.status) return;
    told = state.status;
    heading.textContent = `${STEPS[state.status]}…`;
    announce(heading.textContent);
    steps(state.status, state.quizzes?.length > 0 && ANOTHER_QUIZ.includes(state.status));
  }

  return { node, show };
}
