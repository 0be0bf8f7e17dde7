// Progress in a course: how much is mastered, the weakest concept first, how scores have moved, how far one has come in the
// text, the time it took and what comes, what mistakes have in common; each concept with what it lacks; the path, and aims.

import { forecast, learner, maybe, overTime, scorecard, stats, textPassages } from "../http/learnerapi.js";
import { goalsForm, thresholdForm } from "./aims.js";
import { conceptRow } from "./concept.js";
import { patternBars, patternList } from "./feedback.js";
import { scoresHeld, scoresOverTime } from "./overtime.js";
import { draw } from "../frame/draw.js";
import { daysChart } from "../history/days.js";
import { forecastChart } from "../repetition/forecast.js";
import { el, link, title } from "../frame/elements.js";
import { t, tn } from "../frame/language.js";
import { learnPath, pathOf, planButton, remediation } from "./pathcard.js";
import { redraw } from "../frame/redraw.js";
import { pageStrips } from "./strip.js";
import { states } from "../http/watch.js";
import { toLearn } from "../sessions/nextstep.js";

const DAYS = 14;

/** [[section, concepts]] in the document's order. Pure. */
function bySection(concepts) {
  const found = new Map();
  for (const one of concepts) found.set(one.section, [...(found.get(one.section) ?? []), one]);
  return [...found];
}

/** How much is mastered, as a sentence, a bar, and the one thing to do. @param {Api["LearnerView"]} view */
function summary(id, view) {
  const all = view.concepts;
  const seen = all.filter((one) => one.answers > 0);
  const done = all.filter((one) => one.mastered);
  const begun = seen.filter((one) => !one.mastered).length;
  const weak = toLearn(view);
  const bar = el("div", { class: "shares", "aria-hidden": "true" }, [["mastered", done.length], ["begun", begun], ["open", all.filter((one) => !one.answers && !one.mastered).length]]
    .map(([name, count]) => {
      const part = el("span", { class: String(name) });
      part.style.flexGrow = String(count);
      return Number(count) > 0 && part;
    }));
  return el("section", { class: "card far" },
    el("p", { class: "far-count" }, el("strong", {}, t("{n} of {of} concepts mastered.", { n: done.length, of: all.length })),
      begun > 0 && ` ${tn(begun, "{n} begun.", "{n} begun.")}`),
    all.length > 0 && bar,
    all.length > 0 && el("p", { class: "share-key soft", "aria-hidden": "true" }, el("span", { class: "mastered" }, t("mastered")), el("span", { class: "begun" }, t("begun")), el("span", { class: "open" }, t("not asked yet"))),
    !seen.length && all.length > 0 && el("p", { class: "soft" }, t("There are no answers yet. After your first quiz this shows what holds, what fades, and what to do about it.")),
    weak ? el("div", { class: "far-next" }, el("p", { dir: "auto" }, weak.missing || t("It is what you know least.")),
      el("div", { class: "actions" }, link(t("Learn “{topic}”", { topic: weak.concept }), learnPath(id, weak.concept), { class: "button primary", dir: "auto" })))
      : !seen.length && all.length > 0 && el("div", { class: "actions" }, link(t("Take a quiz"), `#/s/${encodeURIComponent(id)}/quiz`, { class: "button primary" })));
}

/** From how many concepts on those that nobody was asked about are folded, and the others stand by how well they are known. */
const MANY = 12;
const SHOWN = 8;

/** `opened`: what the reader has unfolded. @param {Api["LearnerView"]} view @param {Set<string>} opened */
function concepts(id, view, opened) {
  if (!view.concepts.length) return el("p", {}, t("No concepts were found in this document."));
  let number = 0;
  const list = (found, section = "") => el("ul", { class: "concepts" }, found.map((one) => conceptRow(id, one, view.mastery_threshold, (number += 1), section && one.section)));
  if (view.concepts.length < MANY) return bySection(view.concepts).map(([section, found]) => el("section", {}, section && el("h2", { dir: "auto" }, section), list(found)));
  const fold = (name, words, inside, open = false) => el("details", { class: "section-fold", open: open || opened.has(name),
    ontoggle: (event) => (event.currentTarget.open ? opened.add(name) : opened.delete(name)) }, el("summary", { dir: "auto" }, words), inside);
  const touched = view.concepts.filter((one) => one.answers > 0 || one.mark !== "none")
    .sort((one, other) => Number(one.mastered) - Number(other.mastered) || one.score - other.score);
  const rest = bySection(view.concepts.filter((one) => !touched.includes(one)));
  return [
    touched.length > 0 && el("section", {}, el("h2", {}, t("What you were asked about, the weakest first")), list(touched.slice(0, SHOWN), "said"),
      touched.length > SHOWN && fold("more", tn(touched.length - SHOWN, "{n} more concept", "{n} more concepts"), list(touched.slice(SHOWN), "said"))),
    rest.length > 0 && el("section", {}, el("h2", {}, t("Not asked yet")), el("div", { class: "folds" },
      rest.map(([section, found], at) => fold(`of ${section}`, [section || t("Without a heading"), el("span", { class: "soft" }, ` · ${tn(found.length, "{n} concept", "{n} concepts")}`)], list(found), at === 0 && !touched.length)))),
  ];
}

/** What the mistakes of the newest attempt have in common, how often of which kind. @param {Api["ErrorPattern"][]} found */
function patterns(found) {
  return [el("h2", {}, t("Patterns in your mistakes")), el("p", { class: "soft" }, t("Of the newest attempt.")), patternBars(found), patternList(found)];
}

export async function masteryView(place, id, signal) {
  place.classList.add("wide", "progress-view");
  const [far, scores, pages, list, way, days, next, held, faults, threshold, goals] = Array.from({ length: 11 }, () => el("div", {}));
  const [time, plan, honest, mistakes, moved] = [days, next, held, faults, scores].map((inside) => {
    const card = el("section", { class: "card" }, inside);
    card.hidden = true;
    return card;
  });
  const opened = new Set();
  const [planIt, planned] = planButton(id);
  draw(place, title(t("Progress")),
    el("div", { class: "progress-grid" },
      el("div", { class: "progress-first" }, far, moved, pages),
      el("div", { class: "progress-side" },
        el("section", { class: "card" }, el("h2", {}, t("Learning path")), way, el("div", { class: "actions" }, planIt), planned),
        time, plan, mistakes, honest,
        el("details", { class: "card more aims" }, el("summary", {}, t("What counts as mastered, and goals")), threshold, el("h3", {}, t("Goals")), goals)),
      el("div", { class: "progress-rest" }, list)));
  const fill = (card, inside, value, view) => {
    redraw(inside, value, () => value && view(value));
    card.hidden = !inside.hasChildNodes();
  };
  const beside = (asked) => maybe(asked).catch((error) => {
    if (signal.aborted || error.status === 401 || error.status === undefined) throw error;
    return null;
  });
  for await (const state of states(id, signal)) {
    const [view, passages, past] = await Promise.all([maybe(learner(id, null, signal)), beside(textPassages(id, signal)), beside(overTime(id, signal))]);
    if (!view) {
      redraw(list, "none", () => el("p", {}, t("There is no mastery to show yet.")));
      continue;
    }
    const answered = past && past.days.length > 0 ? past : null;
    const [figures, ahead, card] = answered ? await Promise.all([beside(stats(signal)), beside(forecast(DAYS, signal)), beside(scorecard(signal, id))]) : [];
    redraw(far, [view.concepts.map((one) => [one.answers, one.mastered, one.missing]), view.mastery_score], () => summary(id, view));
    fill(moved, scores, answered, scoresOverTime);
    redraw(pages, passages, () => passages?.passages && el("section", { class: "card" }, el("h2", {}, t("How far you are in the text")), pageStrips(state, passages)));
    fill(time, days, answered && { days: answered.days, streak: figures?.streak_days ?? 0 }, (value) => daysChart(value.days, value.streak));
    fill(plan, next, ahead ?? null, (value) => [forecastChart(value), el("p", { class: "soft" }, t("All courses together."))]);
    fill(mistakes, faults, card?.sessions[0]?.patterns?.length ? card.sessions[0].patterns : null, patterns);
    fill(honest, held, answered, scoresHeld);
    redraw(way, [view.learning_path, view.next_topic, view.path_reasoning, view.remediation], () => {
      draw(planned);
      return [pathOf(id, view), view.remediation.length > 0 && [el("h3", {}, t("What helps now")), remediation(view)]];
    });
    redraw(threshold, view.mastery_threshold, () => thresholdForm(id, view.mastery_threshold));
    redraw(goals, view.goals, () => goalsForm(id, view.goals));
    redraw(list, [view.concepts, view.mastery_threshold], () => concepts(id, view, opened));
  }
}
