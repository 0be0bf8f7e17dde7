// Grading an open answer oneself, beside the model answer and its key points: not, half, or fully right.

import { draw } from "../frame/draw.js";
import { selfGrade } from "../http/learnerapi.js";
import { announce, busy, button, el } from "../frame/elements.js";
import { t } from "../frame/language.js";
import { troublePanel } from "../frame/trouble.js";
import { look } from "../http/watch.js";

/** @type {[number, string][]} */
const CHOICES = [[0, "Not right"], [0.5, "Half right"], [1, "Fully right"]];

/**
 * True of an answer that the learner graded; it may be graded again.
 * @param {Api["ResultView"]} result
 */
export function selfGraded(result) {
  return [result.graded_by, result.made_by].some((by) => by === "learner" || by === "self");
}

/**
 * The three buttons; `now`: the credit that was given already, or null.
 * @param {Api["ResultView"]} result
 */
export function selfGrader(id, result, now) {
  const said = el("div", {});
  let credit = now;
  const all = CHOICES.map(([value, english]) => {
    const word = t(english);
    const control = button(word, () => busy(control, () => give(value, word)), { "aria-pressed": String(credit === value), "data-credit": String(value), class: "mark-button" });
    return control;
  });

  async function give(value, word) {
    draw(said);
    try {
      await selfGrade(id, result.result_id, value);
      credit = value;
      for (const each of all) each.setAttribute("aria-pressed", String(Number(each.dataset.credit) === value));
      draw(said, el("p", { class: "soft", role: "status" }, t("Taken. Your score and your mastery are worked out again.")));
      announce(t("{word}: taken", { word }));
      look();
    } catch (error) {
      draw(said, troublePanel(error));
    }
  }

  return el("div", { class: "self-grade", role: "group", "aria-label": t("How right is your answer?") },
    el("h3", { class: "minor" }, now === null ? t("How right is your answer?") : t("You graded this yourself. You may change it:")), el("div", { class: "marks" }, all), said);
}
