// On a document's view: learning it until mastered, how far that is, and the ways to mastery and the tutor.

import { el, link } from "../frame/elements.js";
import { t } from "../frame/language.js";
import { learnPath } from "./pathcard.js";
import { onward, path } from "../frame/place.js";
import { phaseWord, practised, shown, standingOf, underWay } from "./round.js";
import { topicForm } from "./topicform.js";

/** @param {Api["LearnerView"]} view */
function far(view) {
  const all = view.concepts.length;
  if (!all) return null;
  const done = view.concepts.filter((one) => one.mastered).length;
  const bar = el("progress", { max: String(all), "aria-labelledby": "mastered-so-far" });
  bar.value = done;
  return [el("p", { id: "mastered-so-far", class: "soft" }, t("{n} of {of} concepts mastered", { n: done, of: all })), bar];
}

/**
 * The card. `view` is the LearnerView.
 * @param {Api["LearnerView"]} view
 */
export function learnCard(id, view) {
  const standing = standingOf(view);
  const go = onward();
  return el("section", { class: "card learn-card" },
    el("h2", {}, t("Learn until mastered")),
    far(view),
    underWay(view)
      ? [el("p", {}, el("strong", {}, phaseWord(view)), " · ", el("bdi", {}, shown(view)), view.learning_cycle_count > 0 && ` · ${t("round {n} of at most {of}", { n: view.learning_cycle_count, of: view.max_cycles })}`),
        el("div", { class: "actions" }, link(t("Go on learning"), learnPath(id, ""), { class: "button primary" }))]
      : [standing === "mastered" && el("p", {}, el("span", { class: "badge good" }, `✓ ${t("Mastered")}`), " ", el("bdi", {}, practised(view)),
        view.next_topic && [`. ${t("Next: ")}`, link(view.next_topic, learnPath(id, view.next_topic), { dir: "auto" })]),
      standing === "remediation" && el("p", {}, t("Not mastered yet: "), el("bdi", {}, practised(view)), ". ", link(t("What to do instead"), learnPath(id, ""))),
      topicForm(id, view, view.next_topic, () => go(learnPath(id, "")))],
    el("p", { class: "links" }, link(t("Mastery of each concept"), path("s", id, "mastery")), link(t("Ask the tutor"), path("s", id, "tutor"))));
}
