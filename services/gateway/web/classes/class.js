// A class for its owner: how the course is shared, who learns, and how concepts went.

import { session } from "../http/api.js";
import { classResults } from "../http/classapi.js";
import { csvButton } from "../frame/csv.js";
import { button, el, link, plural, title, when } from "../frame/elements.js";
import { path } from "../frame/place.js";
import { maybe } from "../http/learnerapi.js";
import { percent, reached } from "../learning/round.js";
import { sharePanel } from "./share.js";
import { troublePanel } from "../frame/trouble.js";

const share = (value, told = percent) => (value === null || value === undefined ? "–" : told(value));

/** The ways between the pages of a class. */
export function classWays(id, here) {
  const all = [["class", "Class"], ["statistics", "Item statistics"], ["disputes", "Disputes"]];
  return el("nav", { class: "tabs", "aria-label": "Class" }, all.map(([name, word]) =>
    link(word, path("s", id, name), { "aria-current": name === here ? "page" : null })));
}

/** A table whose cells name themselves on a small screen. `columns`: [[name, cell(row)]], the first is the row's head. */
export function dataTable(caption, columns, rows) {
  const [[, head], ...others] = columns;
  return el("table", { class: "pages-table data" }, el("caption", { class: "unseen" }, caption),
    el("thead", {}, el("tr", {}, columns.map(([name]) => el("th", { scope: "col" }, name)))),
    el("tbody", {}, rows.map((row) => el("tr", {}, el("th", { scope: "row", dir: "auto" }, head(row)),
      others.map(([name, cell]) => el("td", { "data-name": name }, cell(row)))))));
}

const LEARNERS = [
  ["Learner", (one) => one.name || "Without a name"],
  ["Attempts", (one) => one.attempts],
  ["Answers", (one) => one.answers],
  ["Mean score", (one) => share(one.score)],
  ["Mastery", (one) => share(one.mastery_score, reached)],
  ["Mastered", (one) => one.concepts_mastered],
  ["Rounds", (one) => one.cycles],
  ["Last seen", (one) => when(one.last_seen)],
];
const CONCEPTS = [
  ["Concept", (one) => one.concept],
  ["Learners", (one) => one.learners],
  ["Answers", (one) => one.answers],
  ["Right", (one) => share(one.facility)],
  ["Mean mastery", (one) => share(one.mean_score, reached)],
  ["Mastered by", (one) => one.mastered],
];

async function results(place, course, signal) {
  const found = await maybe(classResults(course, 0, signal));
  if (!found) {
    place.append(el("p", { class: "soft" }, "There are no results yet."));
    return;
  }
  const { total, concepts } = found;
  const learners = [...found.learners];
  const table = el("div", {});
  const more = el("div", {});
  function draw() {
    table.replaceChildren(learners.length ? dataTable("Results by learner", LEARNERS, learners) : el("p", { class: "soft" }, "Nobody has joined yet."));
    more.replaceChildren(...(learners.length < total ? [button(`Show more (${learners.length} of ${total})`, next, { class: "quiet" })] : []));
  }
  async function next() {
    const { data } = await classResults(course, learners.length, signal);
    learners.push(...data.learners);
    draw();
  }
  draw();
  place.append(
    el("div", { class: "section-head" }, el("h2", {}, `Learners (${total})`), csvButton(course, "results", "results.csv")), table, more,
    el("h2", {}, `Concepts (${concepts.length})`),
    concepts.length ? dataTable("Results by concept", CONCEPTS, concepts) : el("p", { class: "soft" }, `${plural(0, "answer")} so far.`),
    el("p", { class: "soft" }, "Right: the mean credit of the answers. Weakest concept: the lowest mastery of those that were asked."));
}

export async function classView(place, id, signal) {
  const { data: state } = await session(id, signal);
  const sharing = el("div", {});
  const body = el("div", {});
  place.append(link("Back to the document", path("s", id), { class: "back" }), title("Class"), classWays(id, "class"),
    el("section", { class: "card" }, el("h2", {}, "Sharing"), sharing), body);
  const told = (where) => (error) => {
    if (signal.aborted || error.status === 401) throw error;
    where.replaceChildren(troublePanel(error));
  };
  await Promise.all([
    sharePanel(sharing, state.course_id, signal).catch(told(sharing)),
    results(body, state.course_id, signal).catch(told(body)),
  ]);
}
