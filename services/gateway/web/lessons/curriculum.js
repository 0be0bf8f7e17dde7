// On the start page: a lesson without a document, chosen from the curriculum a step at a time.

import { draw } from "../frame/draw.js";
import { busy, el } from "../frame/elements.js";
import { beginGuideline } from "./begin.js";
import { curriculum, places } from "../http/lessonapi.js";
import { maybe } from "../http/learnerapi.js";
import { newId } from "../http/ids.js";
import { troublePanel } from "../frame/trouble.js";

const NAMES = { country: "Country", board: "Board", grade: "Grade", subject: "Subject", topic: "Topic", subtopic: "Lesson" };
const STEPS = Object.keys(NAMES);
const CHOOSE = "Choose…";

/** What the places have at a step, once each, of those that agree with what is chosen before it. Pure. */
export function among(found, chosen, step) {
  const before = STEPS.slice(0, STEPS.indexOf(step));
  const fitting = found.filter((one) => before.every((name) => String(one[name]) === chosen[name]));
  return [...new Set(fitting.map((one) => String(one[step])))];
}

/** A fold; what is in it is asked for when it is opened first. */
export function curriculumFold(signal) {
  const form = el("form", { class: "curriculum", novalidate: true, onsubmit });
  const said = el("div", {});
  const go = el("button", { type: "submit", class: "primary", disabled: true }, "Begin the lesson");
  const selects = Object.fromEntries(STEPS.map((step) =>
    [step, el("select", { id: `curriculum-${step}`, disabled: true, onchange: () => chose(step) })]));
  /** @type {Api["CurriculumPlace"][]} */
  let found = [];
  /** @type {Api["CurriculumSubtopic"][]} */
  let lessons = [];
  let opened = false;
  let key = newId();
  form.append(el("div", { class: "grid" }, STEPS.map((step) => el("div", {}, el("label", { for: `curriculum-${step}` }, NAMES[step]), selects[step]))),
    said, el("div", { class: "actions" }, go));

  const chosen = () => Object.fromEntries(STEPS.map((step) => [step, selects[step].value]));

  /** Fills a step; what can only be one thing is that, and leads on. */
  async function offer(step, names) {
    draw(selects[step], ...[...(names.length === 1 ? [] : [["", CHOOSE]]), ...names.map((name) => [name, name])]
      .map(([value, name]) => el("option", { value }, name)));
    selects[step].disabled = !names.length;
    if (names.length === 1) await chose(step);
  }

  /** What follows a choice: the steps behind it are emptied, and the next is filled. */
  async function chose(step) {
    key = newId();
    const after = STEPS.slice(STEPS.indexOf(step) + 1);
    for (const one of after) {
      draw(selects[one]);
      selects[one].disabled = true;
    }
    go.disabled = true;
    if (!selects[step].value) return;
    if (!after.length) {
      go.disabled = false;
      return;
    }
    await tried(() => next(after[0]));
  }

  async function next(step) {
    if (["country", "board", "grade"].includes(step)) return offer(step, among(found, chosen(), step));
    const { country, board, grade, subject, topic } = chosen();
    const asked = { country, board, grade: Number(grade), subject: subject || null, topic: topic || null };
    const { data } = await curriculum(asked, signal);
    if (JSON.stringify({ country, board, grade, subject, topic }) !== JSON.stringify({ ...chosen(), subtopic: undefined })) return undefined;
    if ("subjects" in data) return offer(step, data.subjects);
    if ("topics" in data) return offer(step, data.topics);
    lessons = data.subtopics;
    return offer(step, lessons.map((one) => one.subtopic));
  }

  async function tried(work) {
    draw(said);
    try {
      await work();
    } catch (error) {
      if (signal.aborted) return;
      draw(said, troublePanel(error));
    }
  }

  async function onsubmit(event) {
    event.preventDefault();
    const { topic, board, grade, subtopic } = chosen();
    const one = lessons.find((each) => each.subtopic === subtopic);
    if (!one) return;
    await busy(go, () => tried(async () => {
      await beginGuideline({ topic, syllabus: board, guideline_id: one.guideline_id }, Number(grade), key);
    }));
  }

  async function ontoggle(event) {
    if (opened || !event.currentTarget.open) return;
    opened = true;
    await tried(async () => {
      found = (await maybe(places(signal)))?.places ?? [];
      if (found.length) await offer("country", among(found, {}, "country"));
      else draw(form, el("p", { class: "soft" }, "There are no lessons without a document here: `pensum curriculum import` loads some."));
    });
    if (said.hasChildNodes()) opened = false;
  }

  return el("details", { class: "card more", ontoggle }, el("summary", {}, "A lesson without a document"), form);
}
