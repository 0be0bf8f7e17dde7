// All of one's learning: figures, strengths and weaknesses by course, progress by section, and the history.

import { maybe, scorecard, stats, subtopics } from "../http/learnerapi.js";
import { el, link, title } from "../frame/elements.js";
import { locale, t, tn } from "../frame/language.js";
import { historyList } from "./history.js";
import { attemptPlot } from "./plots.js";
import { path } from "../frame/place.js";
import { percent, reached } from "../learning/round.js";
import { patternList } from "../learning/feedback.js";

function time(seconds) {
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return tn(minutes, "{n} minute", "{n} minutes");
  const hours = Math.round(minutes / 6) / 10;
  return t(hours === 1 ? "{n} hour" : "{n} hours", { n: hours.toLocaleString(locale()) });
}

function figures(found) {
  const shown = [
    [t("Concepts mastered"), t("{n} of {of}", { n: found.concepts_mastered, of: found.concepts })], [t("Right"), found.accuracy === null ? "–" : percent(found.accuracy)],
    [t("Days in a row"), found.streak_days], [t("Time on questions"), time(found.seconds)],
    [t("Answers"), found.answers], [t("Quizzes taken"), found.quizzes_taken], [t("Days active"), found.days_active], [t("Documents"), found.documents],
  ];
  return el("dl", { class: "numbers" }, shown.map(([name, value], at) => el("div", { class: at < 4 ? "main" : null }, el("dt", {}, name), el("dd", {}, el("strong", {}, value)))));
}

function concepts(name, found) {
  return found.length > 0 && el("p", {}, el("strong", {}, `${name}: `), found.map((one, at) => [at > 0 && ", ", el("bdi", {}, one.concept), ` (${reached(one.score)})`]));
}

function card(one) {
  const facts = [
    one.score !== null && t("mean score {percent}", { percent: percent(one.score) }), one.mastery_score !== null && t("mastery {percent}", { percent: reached(one.mastery_score) }),
  ].filter(Boolean).join(" · ");
  return el("li", { class: "card" }, el("h3", { dir: "auto" }, link(one.title, path("s", one.session_id, "mastery"))), facts && el("p", { class: "soft" }, facts),
    attemptPlot(one.trend), concepts(t("Mastered"), one.strengths), concepts(t("Not mastered yet"), one.weaknesses),
    one.patterns?.length > 0 && patternList(one.patterns));
}

function sections(found) {
  return el("ul", { class: "lines" }, found.map((one, at) => {
    const bar = el("progress", { max: String(Math.max(1, one.concepts)), "aria-labelledby": `subtopic-${at}` });
    bar.value = one.mastered;
    return el("li", { class: "subtopic" }, el("span", { id: `subtopic-${at}`, class: "line-text" }, el("bdi", {}, one.subtopic || t("Without a heading")),
      el("span", { class: "soft" }, " · ", link(one.title, path("s", one.session_id), { dir: "auto" }), ` · ${t("{n} of {of} concepts mastered", { n: one.mastered, of: one.concepts })}`)), bar);
  }));
}

const part = (heading, content) => el("div", {}, el("h2", {}, heading), content);

const SECTIONS_SHOWN = 8;

/** Those where something is mastered or the fewest that fit; the rest folded. */
function folded(found) {
  const begun = found.filter((one) => one.mastered > 0 || one.score > 0);
  const shown = begun.length ? begun : found.slice(0, SECTIONS_SHOWN);
  const rest = found.filter((one) => !shown.includes(one));
  return [sections(shown), rest.length > 0 && el("details", { class: "more" }, el("summary", {}, tn(rest.length, "{n} more section", "{n} more sections")), sections(rest))];
}

/** Each part is drawn as it comes: none waits for a slower one. */
export async function overviewView(place, signal) {
  place.classList.add("wide", "overview");
  const [top, cards, progress, before] = Array.from({ length: 4 }, () => el("section", {}));
  place.append(title(t("Overview")), top, cards, progress, before);
  await Promise.all([
    maybe(stats(signal)).then((found) => found && top.append(el("div", { class: "card" }, figures(found),
      el("p", { class: "soft" }, found.reviews_due ? link(tn(found.reviews_due, "{n} review due now", "{n} reviews due now"), path("due")) : t("No reviews are due."))))),
    maybe(scorecard(signal)).then((found) => found && cards.append(part(t("Strengths and weaknesses"), found.sessions.length
      ? el("ul", { class: "results two" }, found.sessions.map(card)) : el("p", { class: "soft" }, t("Nothing was answered yet."))))),
    maybe(subtopics(signal)).then((found) => found?.subtopics.length && progress.append(part(t("Progress by section"), folded(found.subtopics)))),
    historyList(before, signal),
  ]);
}
