// What to learn until it is mastered: a topic (a section or a concept), and whether to be tested first.

import { draw } from "../frame/draw.js";
import { learn } from "../http/learnerapi.js";
import { announce, busy, el } from "../frame/elements.js";
import { t } from "../frame/language.js";
import { newId } from "../http/ids.js";
import { troublePanel } from "../frame/trouble.js";
import { look } from "../http/watch.js";

const MOST_ROUNDS = 20;

/**
 * What can be chosen: what is known least, sections, concepts.
 * @param {Api["LearnerView"]} view
 */
export function choices(view) {
  const concepts = view.concepts.map((one) => one.concept);
  const sections = view.topics.filter((one) => one && !concepts.includes(one));
  const group = (label, names) => names.length > 0 && el("optgroup", { label }, names.map((name) => el("option", { value: name }, name)));
  return [el("option", { value: "" }, t("What I know least")), group(t("Sections"), sections), group(t("Concepts"), concepts)];
}

/**
 * The form. `chosen` is the topic that is set at first; `begun(topic)` is called once the house has taken it.
 * @param {Api["LearnerView"]} view
 */
export function topicForm(id, view, chosen, begun) {
  const said = el("div", {});
  const topic = el("select", { id: "topic", name: "topic" }, choices(view));
  if ([...topic.options].some((one) => one.value === chosen)) topic.value = chosen;
  const first = el("input", { type: "checkbox", name: "diagnostic" });
  const most = el("input", { type: "number", id: "max-cycles", min: "1", max: String(MOST_ROUNDS), inputmode: "numeric", value: String(view.max_cycles) });
  const go = el("button", { type: "submit", class: "primary" }, t("Start learning"));
  let key = newId();

  async function onsubmit(event) {
    event.preventDefault();
    const rounds = Number(most.value);
    if (!Number.isInteger(rounds) || rounds < 1 || rounds > MOST_ROUNDS) {
      draw(said, el("p", { class: "hint-bad", role: "alert" }, t("Give a number of rounds from 1 to {most}.", { most: MOST_ROUNDS })));
      most.focus();
      return;
    }
    const wish = { topic: topic.value, diagnostic: first.checked };
    if (rounds !== view.max_cycles) wish.max_cycles = rounds;
    await busy(go, async () => {
      draw(said);
      try {
        await learn(id, wish, key);
        announce(t("Started"));
        begun(topic.value);
        look();
      } catch (error) {
        draw(said, troublePanel(error));
      } finally {
        key = newId();
      }
    });
  }

  return el("form", { class: "topic-form", novalidate: true, onsubmit, onchange: () => (key = newId()) },
    el("label", { class: "field", for: "topic" }, t("Topic"), topic),
    el("label", { class: "toggle" }, first, t("Test me first, to see what I know already")),
    el("label", { class: "rounds", for: "max-cycles" }, t("Rounds at most"), most),
    said, el("div", { class: "actions" }, go));
}
