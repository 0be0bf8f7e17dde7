// What real answers say of each item, for the owner: how easy, how well it tells learners apart, which options are chosen.

import { session } from "../http/api.js";
import { statistics } from "../http/classapi.js";
import { csvButton } from "../frame/csv.js";
import { h, live } from "../frame/draw.js";
import { el, title } from "../frame/elements.js";
import { locale, t, tn } from "../frame/language.js";
import { kindOf } from "../kinds/kinds.js";
import { path } from "../frame/place.js";
import { percent } from "../learning/round.js";
import { ownerWays } from "./ways.js";

const LIMIT = 50;
const GONE = { deleted: () => t("Deleted"), retracted: () => t("Taken back"), replaced: () => t("Replaced") };
const HARD = { easy: () => t("easy"), medium: () => t("medium"), hard: () => t("hard") };
const hard = (value) => HARD[value.toLowerCase()]?.() ?? value.toLowerCase();

function option(one) {
  return h("li", {}, h("div", { class: "option-head" }, h("span", { dir: "auto" }, one.text),
    one.is_key && h("span", { class: "badge good" }, `✓ ${t("Key")}`), one.rare && h("span", { class: "badge warn" }, t("Seldom chosen")),
    h("span", { class: "soft" }, `${tn(one.chosen, "{n} time", "{n} times")} · ${percent(one.share)}`)),
  h("progress", { max: "1", value: one.share, "aria-hidden": "true" }));
}

const number = (value, digits = 2) => value.toLocaleString(locale(), { minimumFractionDigits: digits, maximumFractionDigits: digits }).replace("-", "−");

function facts(one) {
  return [
    [t("Answers"), one.answers],
    [t("Right"), one.facility === null ? "–" : percent(one.facility)],
    [t("Discrimination"), one.discrimination === null ? t("too few answers") : number(one.discrimination)],
    [t("Median time"), one.median_latency_sec === null ? "–" : `${number(one.median_latency_sec, 0)} s`],
    [t("Difficulty"), one.observed_difficulty && one.observed_difficulty.toLowerCase() !== one.difficulty.toLowerCase()
      ? t("{said}, observed {seen}", { said: hard(one.difficulty), seen: hard(one.observed_difficulty) }) : hard(one.difficulty)],
  ];
}

function row(id, one) {
  return h("li", { key: one.item_id, class: `card statistic${one.key_suspect ? " suspect" : ""}` },
    h("p", { class: "item-facts" }, one.key_suspect && h("span", { class: "badge bad" }, `! ${t("Check the key")}`),
      GONE[one.state] && h("span", { class: "badge" }, GONE[one.state]()), h("span", { class: "soft", dir: "auto" }, `${kindOf(one.type).name} · ${one.concept}`)),
    h("h2", { dir: "auto" }, one.question),
    one.key_suspect && h("p", { class: "told" }, t("Who does well on the rest gets this one wrong, and the other way round. Its key may be wrong, or it may be ambiguous.")),
    h("dl", { class: "numbers tight-numbers" }, facts(one).map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value)))),
    one.options.length > 0 && h("details", { class: "more", open: one.key_suspect }, h("summary", {}, t("What was chosen")), h("ul", { class: "chosen-options" }, one.options.map(option))),
    h("div", { class: "row-acts" }, h("a", { href: path("s", id, "items", one.item_id), class: "button", "aria-label": t("Edit or take back: {question}", { question: one.question }) }, t("Edit or take back"))));
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
  place.classList.add("wide", "owners");
  const { data: state } = await session(id, signal);
  const body = el("div", {});
  place.append(ownerWays(id, "statistics"), title(t("Item statistics")), body);
  const all = await load(state.course_id, signal);
  const csv = csvButton(state.course_id, "items/statistics", "item-statistics.csv", t("Save as CSV"));
  const view = live(body, { which: "all", shown: LIMIT }, ({ which, shown }) => {
    if (!all.some((one) => one.answers > 0)) {
      return h("section", { class: "card to-come" }, t("Nobody has answered yet. Once somebody has, this tells how easy each question is, and whether its key may be wrong."));
    }
    const found = all.filter((FILTERS.find(([value]) => value === which) ?? FILTERS[0])[2]);
    return [
      h("p", { class: "soft read" }, t("Only each learner's first answer to a question counts. Discrimination goes from −1 to 1: above 0.2 is good, below 0 makes the key suspect. Seldom chosen: a wrong option that under 5 % chose.")),
      h("div", { class: "section-head" }, h("div", { class: "filter" }, h("label", { for: "filter-statistics" }, t("Show")),
        h("select", { id: "filter-statistics", value: which, onchange: (event) => view.set({ which: event.currentTarget.value, shown: LIMIT }) },
          FILTERS.map(([value, word, fits]) => h("option", { value, selected: value === which }, `${t(word)} (${all.filter(fits).length})`)))), csv),
      h("p", { class: "soft", role: "status" }, tn(found.length, "{n} question", "{n} questions")),
      h("ul", { class: "results two" }, found.slice(0, shown).map((one) => row(id, one))),
      found.length > shown && h("div", { class: "actions" }, h("button", { type: "button", class: "quiet", onclick: () => view.set({ shown: found.length }) }, t("Show {n} more", { n: found.length - shown }))),
    ];
  });
}
