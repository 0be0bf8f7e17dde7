// The first view: who comes first brings something to learn; who comes back goes on, and has the library below.

import { session } from "../http/api.js";
import { due, maybe } from "../http/learnerapi.js";
import { el, link, title } from "../frame/elements.js";
import { t, tn } from "../frame/language.js";
import { dueNow } from "../frame/shell.js";
import { curriculumFold } from "../lessons/curriculum.js";
import { path } from "../frame/place.js";
import { newQuizButton } from "../quizzes/next.js";
import { pendingReviews } from "../review/pending.js";
import { forgotten } from "../sessions/forget.js";
import { standingOf, stepOf } from "../sessions/nextstep.js";
import { statusWord } from "../sessions/progress.js";
import { settled } from "../http/watch.js";
import { giving } from "./give.js";
import { firstPage, library } from "./library.js";

/** How many reviews are due; a house that cannot say is no reason for a start page without the rest. */
async function reviewsDue(signal) {
  const found = await maybe(due(1, signal)).catch((error) => {
    if (signal.aborted || error.status === 401) throw error;
    return null;
  });
  return found?.total ?? 0;
}

/** The last course with its one step. What cannot be told of it leaves its name and the way to it. */
async function lastCourse(course, waiting, signal) {
  const to = path("s", course.session_id);
  /** @type {any} */
  let step = null;
  let act = null;
  try {
    const { data: state } = await session(course.session_id, signal);
    if (settled(state) && state.status === "ready") {
      step = stepOf(await standingOf(state, signal));
      if (step?.kind === "new") act = newQuizButton(state, { class: "primary" });
    }
  } catch (error) {
    if (signal.aborted || error.status === 401) throw error;
  }
  const why = step?.why || (course.status === "ready" ? "" : statusWord(course.status));
  return el("section", { class: "card go-on" },
    el("p", { class: "eyebrow" }, t("Go on with")),
    el("h2", { dir: "auto" }, link(course.title || course.filename, to)),
    why && el("p", { class: "soft", dir: "auto" }, why),
    el("div", { class: "actions" }, act ?? link(step?.word || t("Open the course"), step?.href || to, { class: "button primary", dir: "auto" }),
      step && link(t("To the course"), to, { class: "button quiet" })),
    waiting > 0 && step?.kind !== "due" && el("p", { class: "due-line" }, link(tn(waiting, "{n} review due", "{n} reviews due"), path("due")),
      el("span", { class: "soft" }, " ", t("Recall them now, before they fade."))));
}

export async function startView(place, signal) {
  place.classList.add("wide", "start");
  const [first, waiting] = await Promise.all([firstPage(signal), reviewsDue(signal)]);
  dueNow(waiting);
  const courses = first.sessions.filter((one) => !forgotten.has(one.session_id) && one.status !== "forgotten");
  const held = el("section", { hidden: true });
  if (!courses.length) {
    place.append(el("div", { class: "welcome" },
      title(t("Bring something you have to learn")),
      el("p", { class: "lead" }, t("Pensum reads it, asks you about it, and shows for every answer the sentence that proves it."))),
    giving(signal));
    if (waiting) place.append(el("p", { class: "card due-line" }, link(tn(waiting, "{n} review due", "{n} reviews due"), path("due"))));
    place.append(el("div", { class: "aside-ways" }, curriculumFold(signal)), held);
    await pendingReviews(held, signal);
    return;
  }
  const last = [...courses].sort((one, other) => (other.updated_at ?? "").localeCompare(one.updated_at ?? ""))[0];
  const slot = el("div", { class: "go-on-slot" });
  place.append(title(t("Welcome back")), el("div", { class: "start-top" }, slot, giving(signal, true)), held,
    library(first, signal), el("div", { class: "aside-ways" }, curriculumFold(signal)));
  const [hero] = await Promise.all([lastCourse(last, waiting, signal), pendingReviews(held, signal)]);
  if (!signal.aborted) slot.append(hero);
}
