// What to do now in a course: one step, chosen by how it stands. The course's own view and the library say the same.

import { quiz } from "../http/api.js";
import { due, givenAnswers, learner, maybe } from "../http/learnerapi.js";
import { t, tn } from "../frame/language.js";
import { path } from "../frame/place.js";
import { hasDraft } from "../quizzes/draft.js";
import { learnPath } from "../learning/pathcard.js";
import { underWay } from "../learning/round.js";

/**
 * How a course stands, as far as the step depends on it. `open`: the quiz that was begun, `answered` of its questions.
 * @typedef {{ id: string, quizzes: Api["QuizView"][], open: { quiz_id: string, number: number, answered: number, of: number } | null,
 *   view: Api["LearnerView"] | null, seen: number, fresh: number, cards: number }} Standing
 */

/** What cannot be had is left out: of a failed course the house may refuse its parts. */
async function had(asked, signal) {
  try {
    return await maybe(asked);
  } catch (error) {
    if (signal.aborted || error.status === 401 || error.status === undefined) throw error;
    return null;
  }
}

/** The quiz that was begun and is not handed in, the newest of them. */
async function begun(id, quizzes, signal) {
  for (const one of [...quizzes].reverse().filter((each) => !each.attempted && each.questions.length)) {
    const answered = one.exam ? 0 : (await had(givenAnswers(id, one.quiz_id, signal), signal))?.results.length ?? 0;
    if (answered || hasDraft(id, one.quiz_id)) return { quiz_id: one.quiz_id, number: one.number, answered, of: one.questions.length };
  }
  return null;
}

/**
 * @param {Api["SessionState"]} state
 * @returns {Promise<Standing>}
 */
export async function standingOf(state, signal) {
  const id = state.session_id;
  const ready = state.status === "ready";
  const [quizzes, view, waiting] = await Promise.all([
    Promise.all(state.quizzes.map((one) => had(quiz(id, one, signal), signal))).then((found) => found.filter(Boolean)),
    ready ? had(learner(id, null, signal), signal) : null,
    ready ? had(due(1, signal, id), signal) : null,
  ]);
  const fresh = waiting?.new ?? 0;
  return { id, quizzes, view, open: await begun(id, quizzes, signal), fresh, seen: Math.max(0, (waiting?.total ?? 0) - fresh), cards: state.totals?.flashcards ?? 0 };
}

/**
 * What the learning path names next, as long as it is not mastered; else the weakest of what was asked and is not
 * mastered, what is unlocked first. Pure. @param {Api["LearnerView"] | null} view
 */
export function toLearn(view) {
  const left = (view?.concepts ?? []).filter((one) => !one.mastered);
  const next = left.find((one) => one.concept === view?.next_topic);
  return next ?? left.filter((one) => one.answers > 0).sort((one, other) => Number(other.unlocked) - Number(one.unlocked) || one.score - other.score)[0] ?? null;
}

/**
 * {kind, word, why, href}: the step; `kind` "quiz" names the `quiz_id` that it leads to, "new" asks for another quiz.
 * @param {Standing} at
 */
export function stepOf({ id, quizzes, open, view, seen, fresh, cards }) {
  if (open) {
    const all = open.answered >= open.of;
    return { kind: "quiz", quiz_id: open.quiz_id, word: all ? t("Finish the quiz") : t("Go on with the quiz"), href: path("s", id, "quiz", open.quiz_id),
      why: all ? t("Every question is answered. Hand it in to see how it went.") : !open.answered ? t("You have begun it.")
        : tn(open.of, "{m} of {n} question is answered.", "{m} of {n} questions are answered.", { m: open.answered }) };
  }
  if (view && underWay(view)) return { kind: "learn", word: t("Go on learning"), why: t("A round of learning is under way."), href: learnPath(id, "") };
  if (view?.lesson && !view.lesson.is_complete) return { kind: "lesson", word: t("On with your lesson"), why: t("The tutor waits for your answer."), href: path("s", id, "lesson") };
  if (seen) {
    return { kind: "due", word: t("Review what is due ({n})", { n: seen + fresh }), href: path("due", id),
      why: fresh ? t("{n} to recall again, {m} new.", { n: seen, m: fresh }) : t("Recall them now, before they fade.") };
  }
  const next = [...quizzes].reverse().find((one) => !one.attempted && one.questions.length);
  if (next) {
    return { kind: "quiz", quiz_id: next.quiz_id, word: t("Start the quiz"), href: path("s", id, "quiz", next.quiz_id),
      why: tn(next.questions.length, "{n} question, each with its proof in the text.", "{n} questions, each with its proof in the text.") };
  }
  const weak = toLearn(view);
  if (weak) return { kind: "learn", word: t("Learn “{topic}”", { topic: weak.concept }), why: weak.missing || t("It is what you know least."), href: learnPath(id, weak.concept) };
  if (fresh && cards) return { kind: "cards", word: tn(cards, "Turn {n} card", "Turn {n} cards"), why: t("Recalling fixes what you have read."), href: path("s", id, "cards") };
  if (quizzes.length) return { kind: "new", word: "", why: t("You have answered every question so far."), href: "" };
  return cards ? { kind: "cards", word: tn(cards, "Turn {n} card", "Turn {n} cards"), why: t("Recalling fixes what you have read."), href: path("s", id, "cards") } : null;
}
