// All of one's learning: figures, the days in a row and those to come, what is mastered and what not yet by course, progress by section, and the history.

import { forecast, maybe, scorecard, stats, subtopics } from "../http/learnerapi.js";
import { el, link, title } from "../frame/elements.js";
import { t, tn } from "../frame/language.js";
import { lasting } from "./days.js";
import { historyList } from "./history.js";
import { attemptPlot } from "./plots.js";
import { path } from "../frame/place.js";
import { percent, reached } from "../learning/round.js";
import { patternList } from "../learning/feedback.js";
import { forecastChart } from "../repetition/forecast.js";

const DAYS = 14;

function figures(found) {
  const shown = [
    [t("Concepts mastered"), t("{n} of {of}", { n: found.concepts_mastered, of: found.concepts })], [t("Right"), found.accuracy === null ? "–" : percent(found.accuracy)],
    [t("Days in a row"), found.streak_days], [t("Time on questions"), lasting(found.seconds)],
    [t("Answers"), found.answers], [t("Quizzes taken"), found.quizzes_taken], [t("Days active"), found.days_active], [t("Documents"), found.documents],
  ];
  return el("dl", { class: "numbers" }, shown.map(([name, value], at) => el("div", { class: at < 4 ? "main" : null }, el("dt", {}, name), el("dd", {}, el("strong", {}, value)))));
}

/** The first of them with their figures; how many more there are leads to all. */
function concepts(name, found, id) {
  const rest = found.length - NAMED;
  return found.length > 0 && el("p", {}, el("strong", {}, `${name}: `), found.slice(0, NAMED).map((one, at) => [at > 0 && ", ", el("bdi", {}, one.concept), ` (${reached(one.score)})`]),
    rest > 0 && [" · ", link(tn(rest, "{n} more concept", "{n} more concepts"), path("s", id, "mastery"))]);
}

function card(one) {
  const facts = one.score !== null && t("{percent} on average", { percent: percent(one.score) });
  return el("li", { class: "card" }, el("h3", { dir: "auto" }, link(one.title, path("s", one.session_id, "mastery"))), facts && el("p", { class: "soft" }, facts),
    attemptPlot(one.trend), concepts(t("Mastered"), one.strengths, one.session_id), concepts(t("Not mastered yet"), one.weaknesses, one.session_id),
    one.patterns?.length > 0 && patternList(one.patterns));
}

let numbered = 0;

/** Sections below the course that they are of, each with its bar. @param {Api["SubtopicProgress"][]} found */
function sections(found) {
  const courses = [...new Set(found.map((one) => one.session_id))].map((id) => found.filter((one) => one.session_id === id));
  return el("div", { class: "by-course" }, courses.map((all) => el("section", { class: "card" }, el("h3", { dir: "auto" }, link(all[0].title, path("s", all[0].session_id))),
    el("ul", { class: "section-bars" }, all.map((one) => {
      const id = `subtopic-${(numbered += 1)}`;
      const bar = el("progress", { max: String(Math.max(1, one.concepts)), "aria-labelledby": id });
      bar.value = one.mastered;
      return el("li", {}, el("span", { id, dir: "auto" }, one.subtopic || t("Without a heading")), el("span", { class: "soft" }, t("{n} of {of} concepts mastered", { n: one.mastered, of: one.concepts })), bar);
    })))));
}

const part = (heading, content) => el("div", {}, el("h2", {}, heading), content);

const NAMED = 6;

/** Of each course those where something was begun, else the first, and of these no more than can be looked over; the rest folded. */
function folded(found) {
  const mine = (one) => found.filter((each) => each.session_id === one.session_id);
  const begun = (all) => all.filter((each) => each.mastered > 0 || each.score > 0);
  const shown = found.filter((one) => (begun(mine(one)).length ? begun(mine(one)) : mine(one)).slice(0, NAMED).includes(one));
  const rest = found.filter((one) => !shown.includes(one));
  return [sections(shown), rest.length > 0 && el("details", { class: "more" }, el("summary", {}, tn(rest.length, "{n} more section", "{n} more sections")), sections(rest))];
}

/** Each part is drawn as it comes: none waits for a slower one. */
export async function overviewView(place, signal) {
  place.classList.add("wide", "overview");
  const [top, ahead, cards, progress, before] = Array.from({ length: 5 }, () => el("section", {}));
  place.append(title(t("Overview")), el("div", { class: "overview-top" }, top, ahead), cards, progress, before);
  await Promise.all([
    maybe(stats(signal)).then((found) => found && top.append(el("div", { class: "card" }, figures(found),
      el("p", { class: "soft" }, found.reviews_due ? link(tn(found.reviews_due, "{n} review due now", "{n} reviews due now"), path("due")) : t("No reviews are due."))))),
    maybe(forecast(DAYS, signal)).then((found) => found && ahead.append(el("div", { class: "card" }, forecastChart(found)))),
    maybe(scorecard(signal)).then((found) => found && cards.append(part(t("What you master, course by course"), found.sessions.length
      ? el("ul", { class: "results two" }, found.sessions.map(card)) : el("p", { class: "soft" }, t("No quiz was handed in yet."))))),
    maybe(subtopics(signal)).then((found) => found?.subtopics.length && progress.append(part(t("Progress by section"), folded(found.subtopics)))),
    historyList(before, signal),
  ]);
}
