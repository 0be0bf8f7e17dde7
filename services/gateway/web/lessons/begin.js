// How a lesson is begun: about a topic of a session's documents, or by a guideline of the curriculum once more.

import { draw } from "../frame/draw.js";
import { announce, busy, button, el, link } from "../frame/elements.js";
import { t } from "../frame/language.js";
import { beginLesson, beginSession } from "../http/lessonapi.js";
import { choices } from "../learning/topicform.js";
import { newId } from "../http/ids.js";
import { onward, path } from "../frame/place.js";
import { nameOf } from "./plan.js";
import { troublePanel } from "../frame/trouble.js";
import { look } from "../http/watch.js";

/**
 * The form: what to have a lesson about. `begun()` is called once the house has taken it.
 * @param {Api["LearnerView"]} view
 */
export function lessonForm(id, view, begun) {
  const said = el("div", {});
  const topic = el("select", { id: "lesson-topic", name: "lesson-topic" }, choices(view));
  const go = el("button", { type: "submit", class: "primary" }, t("Take a lesson"));
  let key = newId();

  async function onsubmit(event) {
    event.preventDefault();
    await busy(go, async () => {
      draw(said);
      try {
        await beginLesson(id, topic.value, key);
        announce(t("The lesson begins"));
        begun();
        look();
      } catch (error) {
        draw(said, troublePanel(error));
      } finally {
        key = newId();
      }
    });
  }

  return el("form", { class: "topic-form", onsubmit, onchange: () => (key = newId()) },
    el("label", { class: "field", for: "lesson-topic" }, t("What it is about"), topic), said, el("div", { class: "actions" }, go));
}

/**
 * On a document's view, beside the learning cycle: a lesson begun, or the one that is under way.
 * @param {Api["LearnerView"]} view
 */
export function lessonCard(id, view) {
  const { lesson } = view;
  const to = path("s", id, "lesson");
  const go = onward();
  return el("section", { class: "card learn-card" },
    el("h2", {}, t("Take a lesson")),
    el("p", {}, t("The tutor goes through a topic with you step by step: a piece, one question, and an answer to whatever you say.")),
    lesson && !lesson.is_complete
      ? [el("p", {}, el("strong", {}, t("Under way")), " · ", el("bdi", {}, nameOf(lesson)),
        lesson.study_plan && ` · ${t("step {n} of {of}", { n: Math.min(lesson.current_step, lesson.study_plan.todo_list.length), of: lesson.study_plan.todo_list.length })}`),
        el("div", { class: "actions" }, link(t("Go on with the lesson"), to, { class: "button primary" })),
        el("details", { class: "more" }, el("summary", {}, t("Another topic")), lessonForm(id, view, () => go(to)))]
      : [lesson && el("p", {}, link(t("Your last lesson: {name}", { name: nameOf(lesson) }), to, { dir: "auto" })),
        lessonForm(id, view, () => go(to))]);
}

/** What begins a lesson by a guideline: a session of its own, which is gone to. */
export async function beginGuideline(goal, grade, key) {
  const go = onward();
  const { data } = await beginSession({ student: { grade }, goal }, key);
  announce(t("The lesson begins"));
  go(path("s", data.session_id));
}

/**
 * A button that begins a lesson of the curriculum once more, and what went wrong below it.
 * @param {Api["LessonView"]} lesson
 */
export function againButton(lesson) {
  const said = el("div", {});
  const { topic, syllabus, guideline_id: guideline, grade } = lesson.topic_info;
  const go = button(t("Take this lesson again"), () => busy(go, async () => {
    draw(said);
    try {
      await beginGuideline({ topic, syllabus, guideline_id: guideline }, grade, newId());
    } catch (error) {
      draw(said, troublePanel(error));
    }
  }));
  return [go, said];
}
