// A lesson's plan and how far it is: what it is about, its steps with how they stand, the mastery, and how it ended.

import { el } from "../frame/elements.js";
import { t, tn } from "../frame/language.js";
import { reached } from "../learning/round.js";

const WORDS = { completed: "Done", in_progress: "Now", pending: "To come", blocked: "Stuck" };
const TONES = { completed: "good", blocked: "warn" };
const ENDS = {
  complete: ["✓ ", "The lesson is complete", "You have come to the end of the plan."],
  intervention: ["", "Look at this with somebody", "The tutor has tried it in several ways. A teacher or a friend can see what is missing."],
  stopped: ["", "The lesson was stopped", "What you answered counts."],
};

/**
 * What a lesson is called.
 * @param {Api["LessonView"]} lesson
 */
export const nameOf = (lesson) => lesson.topic_info.subtopic || lesson.topic_info.topic || t("What you know least");

/**
 * The goal: what it belongs to, and its objectives where they were given.
 * @param {Api["LessonView"]} lesson
 */
export function goalOf(lesson) {
  const { topic, subtopic, syllabus, grade, learning_objectives: objectives } = lesson.topic_info;
  const facts = [subtopic && topic, syllabus, grade && t("grade {grade}", { grade })].filter(Boolean);
  return [
    facts.length > 0 && el("p", { class: "soft" }, el("bdi", {}, facts.join(" · "))),
    objectives.length > 0 && el("ul", {}, objectives.map((one) => el("li", { dir: "auto" }, one))),
  ];
}

/**
 * Steps with their status; the current one with what it is for.
 * @param {Api["LessonView"]} lesson
 */
export function planOf(lesson) {
  const steps = lesson.study_plan?.todo_list ?? [];
  if (!steps.length) return el("p", { role: "status" }, t("The lesson is being planned…"));
  const now = lesson.is_complete ? -1 : lesson.current_step - 1;
  return [
    el("h2", {}, now < 0 || now >= steps.length ? tn(steps.length, "{n} step", "{n} steps") : t("Step {n} of {of}", { n: now + 1, of: steps.length })),
    el("ol", { class: "lesson-steps" }, steps.map((step, at) => el("li", { "aria-current": at === now ? "step" : null },
      el("span", { dir: "auto" }, step.title), " ",
      el("span", { class: `badge ${TONES[step.status] ?? ""}` }, t(WORDS[step.status] ?? step.status)),
      at === now && el("p", { class: "soft", dir: "auto" }, step.description)))),
  ];
}

/**
 * The one number of the lesson, as a bar and in words.
 * @param {Api["LessonView"]} lesson
 */
export function masteryOf(lesson) {
  const bar = el("progress", { max: "1", "aria-labelledby": "lesson-mastery" });
  bar.value = lesson.mastery_score;
  return [el("p", { id: "lesson-mastery", class: "soft" }, t("How well you know it: {percent}", { percent: reached(lesson.mastery_score) })), bar];
}

/**
 * How it ended, with the score of each concept.
 * @param {Api["LessonView"]} lesson
 */
export function endOf(lesson) {
  const [sign, word, sentence] = ENDS[lesson.ended ?? ""] ?? ["", "The lesson is over", ""];
  const concepts = Object.entries(lesson.mastery_estimates);
  return [
    el("h2", { class: `phase ${lesson.ended === "complete" ? "good" : ""}` }, sign && el("span", { "aria-hidden": "true" }, sign), t(word)),
    el("p", {}, sentence && t(sentence)),
    concepts.length > 0 && el("ul", {}, concepts.map(([name, score]) => el("li", {}, el("bdi", {}, name), `: ${reached(score)}`))),
  ];
}
