// Progress in a course: how much is mastered, the weakest concept first, how far one has come in the text, each concept with
// its score and what it lacks; the learning path, and aims.

import { learner, maybe, textPassages } from "../http/learnerapi.js";
import { goalsForm, thresholdForm } from "./aims.js";
import { conceptRow } from "./concept.js";
import { el, link, title } from "../frame/elements.js";
import { t } from "../frame/language.js";
import { learnPath, pathOf, planButton, remediation } from "./pathcard.js";
import { redraw } from "../frame/redraw.js";
import { reached } from "./round.js";
import { pageStrips } from "./strip.js";
import { states } from "../http/watch.js";
import { weakest } from "../sessions/nextstep.js";

/** [[section, concepts]] in the document's order. Pure. */
export function bySection(concepts) {
  const found = new Map();
  for (const one of concepts) found.set(one.section, [...(found.get(one.section) ?? []), one]);
  return [...found];
}

/** How much is mastered, as a sentence, a bar, and the one thing to do. @param {Api["LearnerView"]} view */
function summary(id, view) {
  const all = view.concepts;
  const seen = all.filter((one) => one.answers > 0);
  const done = all.filter((one) => one.mastered);
  const weak = weakest(view);
  const bar = el("div", { class: "shares", "aria-hidden": "true" }, [["mastered", done.length], ["begun", seen.filter((one) => !one.mastered).length], ["open", all.filter((one) => !one.answers && !one.mastered).length]]
    .map(([name, count]) => {
      const part = el("span", { class: String(name) });
      part.style.flexGrow = String(count);
      return Number(count) > 0 && part;
    }));
  return el("section", { class: "card far" },
    el("p", { class: "far-count" }, el("strong", {}, t("{n} of {of} concepts mastered.", { n: done.length, of: all.length })),
      seen.length > 0 && ` ${t("Mastery score: {percent} (the weakest concept of what you learn).", { percent: reached(view.mastery_score) })}`),
    all.length > 0 && bar,
    all.length > 0 && el("p", { class: "share-key soft", "aria-hidden": "true" }, el("span", { class: "mastered" }, t("mastered")), el("span", { class: "begun" }, t("begun")), el("span", { class: "open" }, t("not asked yet"))),
    !seen.length && all.length > 0 && el("p", { class: "soft" }, t("There are no answers yet. After your first quiz this shows what holds, what fades, and what to do about it.")),
    weak ? el("div", { class: "far-next" }, el("p", { dir: "auto" }, weak.missing || t("It is what you know least.")),
      el("div", { class: "actions" }, link(t("Learn “{topic}”", { topic: weak.concept }), learnPath(id, weak.concept), { class: "button primary", dir: "auto" })))
      : !seen.length && all.length > 0 && el("div", { class: "actions" }, link(t("Take a quiz"), `#/s/${encodeURIComponent(id)}/quiz`, { class: "button primary" })));
}

/** `opened`: the sections that the reader has unfolded. @param {Api["LearnerView"]} view @param {Set<string>} opened */
function concepts(id, view, opened) {
  if (!view.concepts.length) return el("p", {}, t("No concepts were found in this document."));
  let number = 0;
  const row = (one) => conceptRow(id, one, view.mastery_threshold, (number += 1));
  const untouched = (found) => found.every((one) => !one.answers && one.mark === "none");
  return bySection(view.concepts).map(([section, found], at) => {
    const list = () => el("ul", { class: "concepts" }, found.map(row));
    if (!section || !untouched(found) || view.concepts.length < 12) return el("section", {}, section && el("h2", { dir: "auto" }, section), list());
    return el("details", { class: "section-fold", open: at === 0 || opened.has(section),
      ontoggle: (event) => (event.currentTarget.open ? opened.add(section) : opened.delete(section)) }, el("summary", { dir: "auto" }, section, el("span", { class: "soft" }, ` · ${t("{n} not asked yet", { n: found.length })}`)), list());
  });
}

export async function masteryView(place, id, signal) {
  place.classList.add("wide", "progress-view");
  const [far, time, pages, list, threshold, goals, way] = Array.from({ length: 7 }, () => el("div", {}));
  const opened = new Set();
  const [plan, planned] = planButton(id);
  place.append(title(t("Progress")),
    el("div", { class: "progress-grid" },
      el("div", {}, far, time, pages, list),
      el("div", { class: "progress-side" },
        el("section", { class: "card" }, el("h2", {}, t("Learning path")), way, el("div", { class: "actions" }, plan), planned),
        el("details", { class: "card more aims" }, el("summary", {}, t("What counts as mastered, and goals")), threshold, el("h3", {}, t("Goals")), goals))));
  for await (const state of states(id, signal)) {
    const [view, passages] = await Promise.all([maybe(learner(id, null, signal)), maybe(textPassages(id, signal)).catch(() => null)]);
    if (!view) {
      redraw(list, "none", () => el("p", {}, t("There is no mastery to show yet.")));
      continue;
    }
    redraw(far, [view.concepts.map((one) => [one.answers, one.mastered, one.missing]), view.mastery_score], () => summary(id, view));
    redraw(pages, passages, () => passages?.passages && el("section", { class: "card" }, el("h2", {}, t("How far you are in the text")), pageStrips(state, passages)));
    redraw(way, [view.learning_path, view.next_topic, view.path_reasoning, view.remediation], () => {
      planned.replaceChildren();
      return [pathOf(id, view), view.remediation.length > 0 && [el("h3", {}, t("What helps now")), remediation(view)]];
    });
    redraw(threshold, view.mastery_threshold, () => thresholdForm(id, view.mastery_threshold));
    redraw(goals, view.goals, () => goalsForm(id, view.goals));
    redraw(list, [view.concepts, view.mastery_threshold], () => concepts(id, view, opened));
  }
}
