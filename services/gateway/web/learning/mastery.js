// Mastery of a document: each concept with its score and what it lacks, what is locked; aims; and the learning path.

import { learner, maybe } from "../http/learnerapi.js";
import { goalsForm, thresholdForm } from "./aims.js";
import { conceptRow } from "./concept.js";
import { el, link, plural, title } from "../frame/elements.js";
import { pathOf, planButton, remediation } from "./pathcard.js";
import { path } from "../frame/place.js";
import { redraw } from "../frame/redraw.js";
import { reached } from "./round.js";
import { states } from "../http/watch.js";

/** [[section, concepts]] in the document's order. Pure. */
export function bySection(concepts) {
  const found = new Map();
  for (const one of concepts) found.set(one.section, [...(found.get(one.section) ?? []), one]);
  return [...found];
}

/** @param {Api["LearnerView"]} view */
function summary(view) {
  const all = view.concepts;
  const seen = all.filter((one) => one.answers > 0);
  const done = all.filter((one) => one.mastered);
  return el("p", { class: "lead" }, `${done.length} of ${plural(all.length, "concept")} mastered.`,
    seen.length > 0 && ` Mastery score: ${reached(view.mastery_score)} (the weakest concept of what you learn).`);
}

/** @param {Api["LearnerView"]} view */
function concepts(id, view) {
  if (!view.concepts.length) return el("p", {}, "No concepts were found in this document.");
  let number = 0;
  return bySection(view.concepts).map(([section, found]) => el("section", {}, section && el("h2", { dir: "auto" }, section),
    el("ul", { class: "concepts" }, found.map((one) => conceptRow(id, one, view.mastery_threshold, (number += 1))))));
}

export async function masteryView(place, id, signal) {
  const far = el("div", {});
  const list = el("div", {});
  const threshold = el("div", {});
  const goals = el("div", {});
  const way = el("div", {});
  const [plan, planned] = planButton(id);
  place.append(
    el("p", { class: "ways" }, link("Back to the document", path("s", id), { class: "back" }),
      el("span", { class: "links" }, link("Learn", path("s", id, "learn")), link("Ask the tutor", path("s", id, "tutor")))),
    title("Mastery"), far,
    el("section", { class: "card" }, el("h2", {}, "Learning path"), way, el("div", { class: "actions" }, plan), planned),
    el("details", { class: "card more aims" }, el("summary", {}, "Threshold and goals"), threshold, el("h3", {}, "Goals"), goals), list);
  for await (const _ of states(id, signal)) {
    const view = await maybe(learner(id, null, signal));
    if (!view) {
      redraw(list, "none", () => el("p", {}, "There is no mastery to show yet."));
      continue;
    }
    redraw(far, [view.concepts.map((one) => [one.answers, one.mastered]), view.mastery_score], () => summary(view));
    redraw(way, [view.learning_path, view.next_topic, view.path_reasoning, view.remediation], () => {
      planned.replaceChildren();
      return [pathOf(id, view), view.remediation.length > 0 && [el("h3", {}, "What helps now"), remediation(view)]];
    });
    redraw(threshold, view.mastery_threshold, () => thresholdForm(id, view.mastery_threshold));
    redraw(goals, view.goals, () => goalsForm(id, view.goals));
    redraw(list, [view.concepts, view.mastery_threshold], () => concepts(id, view));
  }
}
