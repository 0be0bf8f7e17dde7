// A lesson: its plan, the conversation turn by turn, the question that waits with its hints, and how it ended.

import { announce, el, link, title } from "../frame/elements.js";
import { againButton, lessonForm } from "./begin.js";
import { desk } from "../documents/desk.js";
import { t } from "../frame/language.js";
import { conversation } from "../tutor/conversation.js";
import { forgetButton } from "../sessions/forget.js";
import { hintBox } from "./hints.js";
import { lastTurn } from "../http/lessonapi.js";
import { learner, maybe } from "../http/learnerapi.js";
import { endOf, goalOf, masteryOf, nameOf, planOf } from "./plan.js";
import { statusWord } from "../sessions/progress.js";
import { redraw } from "../frame/redraw.js";
import { failurePanel } from "../frame/trouble.js";
import { sessionName } from "../documents/documents.js";
import { settled, states } from "../http/watch.js";

/** The question of a turn as the tutor asked it, with its options; "" where it asks none. Pure. */
function questionOf(turn) {
  if (!turn?.question) return "";
  const at = turn.message.lastIndexOf(turn.question);
  return at < 0 ? turn.question : turn.message.slice(at).trim();
}

export async function lessonView(place, id, signal) {
  const heading = title(t("Lesson"));
  const goal = el("div", {});
  const fault = el("div", {});
  const plan = el("section", { class: "card lesson-plan" });
  const far = el("div", { class: "lesson-mastery" });
  const end = el("section", { class: "card lesson-end", hidden: true });
  const forget = el("div", { class: "actions end" });
  const hints = hintBox();
  /** @type {Api["TurnView"] | null} */
  let turn = null;
  let known = -1;
  /** @type {Api["LessonView"] | null} */
  let lesson = null;
  /** The last turn, if it is this lesson's. */
  const current = () => (turn && turn.lesson_id === lesson?.lesson_id ? turn : null);
  const guided = () => Boolean(lesson?.topic_info.guideline_id);
  const talk = conversation(id, {
    label: t("Your answer, or a question"), asking: () => t("Now:"), waits: t("The tutor is writing…"), beside: hints.node,
    asks: () => questionOf(current()), placed: () => !guided(), early: true,
  }, signal);
  const { work, source } = desk(place, signal);
  work.classList.add("talking");
  work.append(heading, goal, el("div", { class: "lesson-head" }, plan, far), talk.log, talk.waiting, fault, end, talk.form, forget);
  /** @type {string | null} */
  let before = null;

  for await (const state of states(id, signal)) {
    const view = await maybe(learner(id, null, signal));
    lesson = view?.lesson ?? null;
    const newer = await lastTurn(id, known, signal);
    if (newer) [turn, known] = [newer, newer.seq];
    if (lesson ? !guided() : state.doc_meta) source(state);
    redraw(fault, state.status === "failed" ? [state.version, state.error] : null, () => state.status === "failed" && failurePanel(state));
    far.hidden = talk.form.hidden = talk.log.hidden = !lesson;
    plan.hidden = !lesson || (state.status === "failed" && !lesson.study_plan);
    end.hidden = Boolean(lesson) && !lesson?.is_complete;
    if (!lesson) {
      redraw(end, ["none", state.status], () => settled(state)
        ? [el("p", {}, t("There is no lesson here yet.")), view && lessonForm(id, view, () => {})]
        : el("p", { role: "status" }, `${statusWord(state.status)}…`));
      continue;
    }
    await talk.fetched();
    shown(state, view, lesson);
    const awaited = talk.draw(state, lesson.created_at);
    hints.show(awaited ? "" : questionOf(current()), current()?.hints ?? []);
  }

  /**
   * @param {Api["SessionState"]} state
   * @param {Api["LessonView"]} now
   */
  function shown(state, view, now) {
    const name = nameOf(now);
    if (heading.textContent !== name) {
      heading.textContent = name;
      document.title = `${name} · Pensum`;
    }
    redraw(goal, [now.topic_info, sessionName(state)], () => [goalOf(now), !guided() && el("p", { class: "soft", dir: "auto" }, sessionName(state))]);
    redraw(plan, [now.study_plan, now.current_step, now.is_complete], () => planOf(now));
    redraw(far, now.mastery_score, () => masteryOf(now));
    redraw(forget, guided(), (of) => of && forgetButton(state));
    redraw(end, [now.lesson_id, now.ended], () => now.is_complete && [endOf(now), guided()
      ? el("div", { class: "actions" }, againButton(now), link(t("Choose another"), "#/", { class: "button" }))
      : el("details", { class: "more" }, el("summary", {}, t("Another lesson")), lessonForm(id, view, () => {}))]);
    const word = now.is_complete ? t("The lesson is over") : t("Step {n}", { n: now.current_step });
    if (before !== null && before !== word) announce(word);
    before = word;
  }
}
