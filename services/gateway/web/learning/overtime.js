// How a course's scores have moved: a small plot for each concept with its band, and whether the scores held.

import { lasting } from "../history/days.js";
import { asTable, lineOf, matchOf, spaced } from "../history/plots.js";
import { el, when } from "../frame/elements.js";
import { locale, t, tn } from "../frame/language.js";
import { percent, reached } from "./round.js";

const FIRST = 6;

const day = (at) => new Date(at).toLocaleDateString(locale(), { day: "numeric", month: "short" });
const between = (one) => (one.low === null || one.high === null ? "–" : `${percent(one.low)}–${percent(one.high)}`);

/** Those whose score has moved most often, the newest first among equals. Pure. @param {Api["ConceptProgress"][]} all */
export function telling(all) {
  const last = (one) => one.points[one.points.length - 1]?.at ?? "";
  return all.filter((one) => one.points.length > 0).sort((one, other) => other.points.length - one.points.length || last(other).localeCompare(last(one)));
}

/** @param {Api["ConceptProgress"]} one */
function small(one, threshold) {
  const { points } = one;
  const last = points[points.length - 1];
  return el("figure", { class: "plot" },
    el("figcaption", {}, el("span", { class: "plot-name", dir: "auto" }, one.concept), el("strong", {}, reached(last.score))),
    lineOf(points.map((each) => each.score), {
      label: tn(points.length, "{concept}: {percent} after {n} grade", "{concept}: {percent} after {n} grades", { concept: one.concept, percent: reached(last.score) }),
      names: points.map((each) => when(each.at)), at: points.length > 1 ? spaced(points.map((each) => Date.parse(each.at))) : null, ends: [day(points[0].at), day(last.at)],
      bands: points.map((each) => (each.low === null || each.high === null ? null : [each.low, each.high])), threshold,
    }));
}

/** @param {Api["ProgressView"]} found */
export function scoresOverTime(found) {
  const all = telling(found.concepts);
  if (!all.length) return null;
  const plots = (some) => el("div", { class: "small-plots" }, some.map((one) => small(one, found.mastery_threshold)));
  return [
    el("h2", {}, t("How your scores have moved")),
    el("p", { class: "soft" }, t("The line is the score after each answer that was graded. The band is where one more answer can take it: wide while little is known. Above the dashed line a concept is mastered.")),
    plots(all.slice(0, FIRST)),
    all.length > FIRST && el("details", { class: "more" }, el("summary", {}, tn(all.length - FIRST, "{n} more concept", "{n} more concepts")), plots(all.slice(FIRST))),
    asTable([t("Concept"), t("When"), t("Score"), t("Between"), t("Answers"), t("Time")], all.flatMap((one) => one.points.map((each, at) =>
      [one.concept, when(each.at), reached(each.score), between(each), t("{n} of {of}", { n: each.correct, of: each.answers }), at === one.points.length - 1 ? lasting(one.seconds) : ""]))),
  ];
}

/** @param {Api["ProgressView"]} found */
export function scoresHeld(found) {
  const steps = found.calibration.flatMap(({ least, most, answers, expected, right }) =>
    (expected === null || right === null ? [] : [{ expected, right, answers, name: `${percent(least)}–${percent(most)}` }]));
  const heading = el("h2", {}, t("Do your scores hold?"));
  if (!steps.length) return [heading, el("p", { class: "soft" }, t("Once a concept has been asked about twice, this shows whether the score of the first time held."))];
  const rows = steps.map((one) => [one.name, one.answers, percent(one.expected), percent(one.right)]);
  return [
    heading,
    el("p", { class: "soft" }, t("Each dot is the answers that came while a score stood there. Above the line you did better than the score said, below it worse. A score is careful: it says how sure it is that you know something, and starts low.")),
    el("figure", { class: "plot" }, matchOf(steps.map((one) => ({ ...one, name: `${one.name}: ${tn(one.answers, "{n} answer", "{n} answers")}, ${percent(one.right)} ${t("answered rightly")}` })),
      { label: t("Scores before an answer, and how many were answered rightly"), across: t("score before"), up: t("answered rightly") }),
    asTable([t("Score before"), t("Answers"), t("On average"), t("Answered rightly")], rows)),
  ];
}
