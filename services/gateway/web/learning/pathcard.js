// The learning path: the topics in their order, the next one, and why; after many rounds, what to do instead.

import { draw } from "../frame/draw.js";
import { planPath } from "../http/learnerapi.js";
import { announce, busy, button, el, link } from "../frame/elements.js";
import { t } from "../frame/language.js";
import { newId } from "../http/ids.js";
import { OF_PATH, sayButton } from "../tutor/handing.js";
import { path } from "../frame/place.js";
import { troublePanel } from "../frame/trouble.js";
import { look } from "../http/watch.js";

/** The way to a topic's cycle. */
export const learnPath = (id, topic) => (topic ? path("s", id, "learn", topic) : path("s", id, "learn"));

/**
 * What to do after rounds that did not reach mastery, a sentence each; nothing without any.
 * @param {Api["LearnerView"]} view
 */
export function remediation(view) {
  return view.remediation.length > 0 && el("ol", { class: "remedies" }, view.remediation.map((one) => el("li", { dir: "auto" }, one)));
}

/**
 * The path with its reason, a link to the next topic, and a button that plans it as tasks.
 * @param {Api["LearnerView"]} view
 */
export function pathOf(id, view) {
  if (!view.learning_path.length && !view.path_reasoning) return el("p", { class: "soft" }, t("No path is planned yet."));
  return [
    view.path_reasoning && el("p", { dir: "auto" }, view.path_reasoning),
    view.learning_path.length > 0 && el("ol", { class: "path" }, view.learning_path.map((topic) => el("li",
      { "aria-current": topic === view.next_topic ? "step" : null },
      link(topic, learnPath(id, topic), { dir: "auto" }), topic === view.next_topic && el("span", { class: "badge good" }, t("Next"))))),
    el("div", { class: "actions" },
      view.next_topic && link(t("Learn “{topic}”", { topic: view.next_topic }), learnPath(id, view.next_topic), { class: "button", dir: "auto" }),
      view.learning_path.length > 0 && sayButton(id, OF_PATH)),
  ];
}

export function planButton(id) {
  const said = el("div", {});
  const control = button(t("Plan my path"), () => busy(control, async () => {
    try {
      await planPath(id, newId());
      draw(said, el("p", { class: "soft", role: "status" }, t("Being planned…")));
      announce(t("Being planned"));
      setTimeout(() => draw(said), 8000);
      look();
    } catch (error) {
      draw(said, troublePanel(error));
    }
  }));
  return [control, said];
}
