// The first question of a course, to be answered where one waits for the rest: it is graded, and the quiz opens at its proof.

import { quiz } from "../http/api.js";
import { giveAnswer, maybe } from "../http/learnerapi.js";
import { el } from "../frame/elements.js";
import { t } from "../frame/language.js";
import { path } from "../frame/place.js";
import { openDraft } from "../quizzes/draft.js";
import { questionForm } from "../quizzes/question.js";

/**
 * The card of the newest quiz's first question, or null while there is none (or it was answered before).
 * @param {Api["SessionState"]} state
 */
export async function firstQuestion(state, signal) {
  const id = state.session_id;
  const quizId = state.quizzes.at(-1);
  const view = quizId ? await maybe(quiz(id, quizId, signal)) : null;
  const question = view?.questions[0];
  if (!view || !question || view.exam || view.attempted) return null;
  const mine = openDraft(id, view.quiz_id);
  const to = path("s", id, "quiz", view.quiz_id);
  const form = questionForm(question, mine.answerOf(question.item_id), {
    signal, answer: (raw) => mine.answer(question.item_id, raw), back: null, skip: () => {
      mine.draft.at = Math.min(1, view.questions.length - 1);
      mine.keep();
      location.hash = to;
    },
    onward: async () => {
      mine.show(null);
      form.hold();
      const { answer, latency_sec: latency } = mine.draft.answers[question.item_id];
      try {
        await giveAnswer(id, view.quiz_id, { item_id: question.item_id, answer, latency_sec: Math.round(latency * 1000) / 1000 });
        mine.draft.at = 0;
        mine.keep();
        if (!signal.aborted) location.hash = to;
      } catch (error) {
        if (!signal.aborted) form.release(error);
      }
    },
  }, false);
  form.place({ last: false, waiting: false });
  mine.show(question.item_id);
  signal.addEventListener("abort", () => mine.show(null));
  return el("section", { class: "first-question", "aria-label": t("The first question") },
    el("p", { class: "eyebrow" }, t("The first question"), el("span", { class: "soft rest" }, restOf(state))), form.node);
}

/**
 * Says beside a question that is still open how it stands with the rest.
 * @param {Element} place
 * @param {Api["SessionState"]} state
 */
export function tellRest(place, state) {
  const told = place.querySelector(".first-question .rest");
  if (told && told.textContent !== restOf(state)) told.textContent = restOf(state);
}

/** @param {Api["SessionState"]} state */
function restOf(state) {
  if (state.status === "failed") return "";
  return ` · ${state.status === "ready" ? t("the rest is there now") : t("the rest is on its way")}`;
}
