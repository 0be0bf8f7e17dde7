// A class for its owner: who learns, with marks and progress, how concepts went, and how the course is shared.

import { session } from "../http/api.js";
import { classResults } from "../http/classapi.js";
import { csvButton } from "../frame/csv.js";
import { draw, h } from "../frame/draw.js";
import { el, title, when } from "../frame/elements.js";
import { locale, t } from "../frame/language.js";
import { sortedTable } from "../frame/table.js";
import { maybe } from "../http/learnerapi.js";
import { percent } from "../learning/round.js";
import { sharePanel } from "./share.js";
import { troublePanel } from "../frame/trouble.js";
import { ownerWays } from "./ways.js";

const number = (value) => (value === null || value === undefined ? "–" : String(value));

/** A share as its percent and a bar; nobody's is a dash. */
function share(value) {
  if (value === null || value === undefined) return "–";
  return h("span", { class: "share-cell" }, h("span", {}, percent(value)), h("progress", { max: "1", value, "aria-hidden": "true" }));
}

/** How many of how many, and a bar. */
const part = (n, of) => h("span", { class: "share-cell" }, h("span", {}, of ? `${n} / ${of}` : String(n)), of > 0 && h("progress", { max: String(of), value: n, "aria-hidden": "true" }));

/** `asked`: how many concepts the class was asked about. @type {(asked: number) => import("../frame/table.js").Column[]} */
const learnerColumns = (asked) => [
  { name: t("Learner"), cell: (one) => one.name || t("Without a name"), by: (one) => one.name },
  { name: t("Mark"), cell: (one) => share(one.score), by: (one) => one.score },
  { name: t("Mastered concepts"), cell: (one) => part(one.concepts_mastered, asked), by: (one) => one.concepts_mastered },
  { name: t("Attempts"), cell: (one) => number(one.attempts), by: (one) => one.attempts },
  { name: t("Answers"), cell: (one) => number(one.answers), by: (one) => one.answers },
  { name: t("Rounds"), cell: (one) => number(one.cycles), by: (one) => one.cycles },
  { name: t("Last seen"), cell: (one) => h("time", { datetime: one.last_seen, title: when(one.last_seen) }, new Date(one.last_seen).toLocaleDateString(locale(), { day: "numeric", month: "short", year: "numeric" })), by: (one) => Date.parse(one.last_seen) },
];
/** @type {() => import("../frame/table.js").Column[]} */
const conceptColumns = () => [
  { name: t("Concept"), cell: (one) => one.concept, by: (one) => one.concept },
  { name: t("Right"), cell: (one) => share(one.facility), by: (one) => one.facility },
  { name: t("Mastered by"), cell: (one) => part(one.mastered, one.learners), by: (one) => one.mastered / Math.max(1, one.learners) },
  { name: t("Learners"), cell: (one) => number(one.learners), by: (one) => one.learners },
  { name: t("Answers"), cell: (one) => number(one.answers), by: (one) => one.answers },
];

/** All learners, page by page: a table of some of them would be sorted wrongly. */
async function all(course, signal) {
  const first = await maybe(classResults(course, 0, signal));
  if (!first) return null;
  const learners = [...first.learners];
  while (learners.length < first.total) {
    const { data } = await classResults(course, learners.length, signal);
    if (!data.learners.length) break;
    learners.push(...data.learners);
  }
  return { ...first, learners };
}

/** What the class comes to, in three numbers. */
function figures({ learners, concepts }) {
  const marked = learners.filter((one) => one.score !== null);
  const mean = marked.length ? marked.reduce((sum, one) => sum + one.score, 0) / marked.length : null;
  const weakest = concepts[0];
  return h("dl", { class: "numbers class-numbers" },
    h("div", {}, h("dt", {}, t("Learners")), h("dd", {}, h("strong", {}, String(learners.length)))),
    h("div", {}, h("dt", {}, t("Mean mark")), h("dd", {}, h("strong", {}, mean === null ? "–" : percent(mean)))),
    weakest && h("div", {}, h("dt", {}, t("Hardest concept")), h("dd", { dir: "auto" }, h("strong", {}, weakest.concept), h("span", { class: "soft" }, ` ${t("{percent} right", { percent: percent(weakest.facility) })}`))));
}

async function results(place, course, signal) {
  draw(place, h("p", { class: "soft", role: "status" }, t("Fetching the results…")));
  const found = await all(course, signal);
  if (!found?.learners.length) {
    draw(place, h("section", { class: "card to-come" }, found ? t("Nobody has joined yet. Once somebody has, their marks and progress stand here.") : t("There are no results yet.")));
    return;
  }
  draw(place, figures(found),
    h("div", { class: "section-head" }, h("h2", {}, t("Learners ({n})", { n: found.learners.length })), csvButton(course, "results", "results.csv", t("Save as CSV"))),
    sortedTable(t("Results by learner"), learnerColumns(found.concepts.length), found.learners, { at: 0 }),
    h("h2", {}, t("Concepts ({n})", { n: found.concepts.length })),
    found.concepts.length ? sortedTable(t("Results by concept"), conceptColumns(), found.concepts, { at: 1 }) : h("p", { class: "soft" }, t("No answers so far.")),
    h("p", { class: "soft" }, t("Mark: the mean score of the attempts. Mastered: of the concepts that the class was asked about. Right: the mean credit of the answers.")));
}

export async function classView(place, id, signal) {
  place.classList.add("wide", "owners");
  const { data: state } = await session(id, signal);
  const sharing = el("div", {});
  const body = el("div", {});
  place.append(ownerWays(id, "class"), title(t("Class")), el("div", { class: "class-grid" }, body,
    el("section", { class: "card sharing" }, el("h2", {}, t("Sharing")), sharing)));
  const told = (where) => (error) => {
    if (signal.aborted || error.status === 401) throw error;
    draw(where, troublePanel(error));
  };
  await Promise.all([
    sharePanel(sharing, state.course_id, signal).catch(told(sharing)),
    results(body, state.course_id, signal).catch(told(body)),
  ]);
}
