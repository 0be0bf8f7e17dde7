// All of one's learning: figures, strengths and weaknesses by document, progress by section, and the history.

import { maybe, scorecard, stats, subtopics } from "../http/learnerapi.js";
import { el, link, plural, title } from "../frame/elements.js";
import { historyList } from "./history.js";
import { path } from "../frame/place.js";
import { percent, reached } from "../learning/round.js";
import { patternList } from "../learning/feedback.js";

function time(seconds) {
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? plural(minutes, "minute") : plural(Math.round(minutes / 6) / 10, "hour");
}

function figures(found) {
  const shown = [
    ["Documents", found.documents], ["Quizzes taken", found.quizzes_taken],
    ["Answers", found.answers], ["Right", found.accuracy === null ? "–" : percent(found.accuracy)],
    ["Concepts mastered", `${found.concepts_mastered} of ${found.concepts}`], ["Time on questions", time(found.seconds)],
    ["Days active", found.days_active], ["Days in a row", found.streak_days],
  ];
  return el("dl", { class: "numbers" }, shown.map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, el("strong", {}, value)))));
}

/** The scores of the attempts in their order, as a row of small columns and as words. */
function trend(scores) {
  if (scores.length < 2) return null;
  return el("p", { class: "trend" }, el("span", { class: "columns", "aria-hidden": "true" }, scores.slice(-12).map((score) => {
    const bar = el("span", { class: "column" });
    bar.style.blockSize = `${Math.max(6, score * 100)}%`;
    return bar;
  })), el("span", { class: "soft" }, `Attempts: ${scores.slice(-12).map(percent).join(", ")}`));
}

function concepts(name, found) {
  return found.length > 0 && el("p", {}, el("strong", {}, `${name}: `), found.map((one, at) => [at > 0 && ", ", el("bdi", {}, one.concept), ` (${reached(one.score)})`]));
}

function card(one) {
  const facts = [
    one.score !== null && `mean score ${percent(one.score)}`, one.mastery_score !== null && `mastery ${reached(one.mastery_score)}`,
  ].filter(Boolean).join(" · ");
  return el("li", { class: "card" }, el("h3", { dir: "auto" }, link(one.title, path("s", one.session_id))), facts && el("p", { class: "soft" }, facts),
    trend(one.trend), concepts("Mastered", one.strengths), concepts("Not mastered yet", one.weaknesses),
    one.patterns?.length > 0 && patternList(one.patterns));
}

function sections(found) {
  return el("ul", { class: "lines" }, found.map((one, at) => {
    const bar = el("progress", { max: String(Math.max(1, one.concepts)), "aria-labelledby": `subtopic-${at}` });
    bar.value = one.mastered;
    return el("li", { class: "subtopic" }, el("span", { id: `subtopic-${at}`, class: "line-text" }, el("bdi", {}, one.subtopic || "Without a heading"),
      el("span", { class: "soft" }, " · ", link(one.title, path("s", one.session_id), { dir: "auto" }), ` · ${one.mastered} of ${plural(one.concepts, "concept")} mastered`)), bar);
  }));
}

function part(heading, content) {
  return el("div", {}, el("h2", {}, heading), content);
}

/** Each part is drawn as it comes: none waits for a slower one. */
export async function overviewView(place, signal) {
  const [top, cards, progress, before] = Array.from({ length: 4 }, () => el("section", {}));
  place.append(title("Overview"), top, cards, progress, before);
  await Promise.all([
    maybe(stats(signal)).then((found) => found && top.append(el("div", { class: "card" }, figures(found),
      el("p", {}, found.reviews_due ? link(`${plural(found.reviews_due, "review")} due now`, path("due")) : "No reviews are due.")))),
    maybe(scorecard(signal)).then((found) => found && cards.append(part("Strengths and weaknesses", found.sessions.length
      ? el("ul", { class: "results" }, found.sessions.map(card)) : el("p", { class: "soft" }, "Nothing was answered yet.")))),
    maybe(subtopics(signal)).then((found) => found?.subtopics.length && progress.append(part("Progress by section", sections(found.subtopics)))),
    historyList(before, signal),
  ]);
}
