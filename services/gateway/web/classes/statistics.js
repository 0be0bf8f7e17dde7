// What real answers say of each item, for the owner: how easy, how well it tells learners apart, which options are chosen.

import { session } from "../http/api.js";
import { statistics } from "../http/classapi.js";
import { classWays } from "./class.js";
import { csvButton } from "../frame/csv.js";
import { button, el, link, plural, title } from "../frame/elements.js";
import { kindOf } from "../kinds/kinds.js";
import { path } from "../frame/place.js";
import { percent } from "../learning/round.js";

const GONE = { deleted: "Deleted", retracted: "Taken back", replaced: "Replaced" };

function option(one) {
  const bar = el("progress", { max: "1", "aria-hidden": "true" });
  bar.value = one.share;
  return el("li", {}, el("div", { class: "option-head" }, el("span", { dir: "auto" }, one.text),
    one.is_key && el("span", { class: "badge good" }, "✓ Key"), one.rare && el("span", { class: "badge warn" }, "Seldom chosen"),
    el("span", { class: "soft" }, `${plural(one.chosen, "time")} · ${percent(one.share)}`)), bar);
}

const number = (value, digits = 2) => value.toFixed(digits).replace("-", "−");

function facts(one) {
  return [
    ["Answers", one.answers],
    ["Right", one.facility === null ? "–" : percent(one.facility)],
    ["Discrimination", one.discrimination === null ? "too few answers" : number(one.discrimination)],
    ["Median time", one.median_latency_sec === null ? "–" : `${number(one.median_latency_sec, 0)} s`],
    ["Difficulty", one.observed_difficulty && one.observed_difficulty.toLowerCase() !== one.difficulty.toLowerCase()
      ? `${one.difficulty.toLowerCase()}, observed ${one.observed_difficulty.toLowerCase()}` : one.difficulty.toLowerCase()],
  ];
}

function row(id, one) {
  return el("li", { class: `card statistic${one.key_suspect ? " suspect" : ""}` },
    el("p", { class: "item-facts" }, one.key_suspect && el("span", { class: "badge bad" }, "! Check the key"),
      GONE[one.state] && el("span", { class: "badge" }, GONE[one.state]), el("span", { class: "soft", dir: "auto" }, `${kindOf(one.type).name} · ${one.concept}`)),
    el("h3", { dir: "auto" }, one.question),
    one.key_suspect && el("p", { class: "told" }, "Who does well on the rest gets this one wrong, and the other way round. Its key may be wrong, or it may be ambiguous."),
    el("dl", { class: "numbers tight-numbers" }, facts(one).map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, value)))),
    one.options.length > 0 && el("details", { class: "more", open: one.key_suspect }, el("summary", {}, "What was chosen"), el("ul", { class: "chosen-options" }, one.options.map(option))),
    el("div", { class: "row-acts" }, link("Edit or take back", path("s", id, "items", one.item_id), { class: "button", "aria-label": `Edit or take back: ${one.question}` })));
}

/** @type {[value: string, word: string, fits: (one: any) => boolean][]} */
const FILTERS = [
  ["all", "All", () => true],
  ["suspect", "Check the key", (one) => one.key_suspect],
  ["rare", "With options seldom chosen", (one) => one.options.some((each) => each.rare)],
];

/** All of them, page by page; suspects first, then those with most answers. */
async function load(course, signal) {
  const all = [];
  for (;;) {
    const { data } = await statistics(course, all.length, signal);
    all.push(...data.items);
    if (!data.items.length || all.length >= data.total) break;
  }
  return all.sort((one, other) => Number(other.key_suspect) - Number(one.key_suspect) || other.answers - one.answers);
}

export async function statisticsView(place, id, signal) {
  const { data: state } = await session(id, signal);
  place.append(link("Back to the document", path("s", id), { class: "back" }), title("Item statistics"), classWays(id, "statistics"));
  const all = await load(state.course_id, signal);
  const list = el("ul", { class: "results" });
  const count = el("p", { class: "soft", role: "status" });
  const filter = el("select", { id: "filter-statistics", onchange: draw }, FILTERS.map(([value, word, fits]) => el("option", { value }, `${word} (${all.filter(fits).length})`)));
  place.append(
    el("p", { class: "soft" }, "Only each learner's first answer to a question counts. Discrimination goes from −1 to 1: above 0.2 is good, below 0 makes the key suspect. Seldom chosen: a wrong option that under 5 % chose."),
    el("div", { class: "section-head" }, el("label", { for: "filter-statistics" }, "Show ", filter), csvButton(state.course_id, "items/statistics", "item-statistics.csv")), count, list);
  const LIMIT = 50;
  function draw() {
    const found = all.filter((FILTERS.find(([value]) => value === filter.value) ?? FILTERS[0])[2]);
    count.textContent = plural(found.length, "question");
    list.replaceChildren(...found.slice(0, LIMIT).map((one) => row(id, one)));
    if (found.length > LIMIT) list.append(el("li", {}, button(`Show ${found.length - LIMIT} more`, (event) => event.target.parentNode.replaceWith(...found.slice(LIMIT).map((one) => row(id, one))), { class: "quiet" })));
  }
  draw();
}
