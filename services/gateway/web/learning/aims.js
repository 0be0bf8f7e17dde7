// What the learner aims at: from which score a concept counts as mastered, and goals.

import { draw as show } from "../frame/draw.js";
import { setAims } from "../http/learnerapi.js";
import { announce, busy, button, el } from "../frame/elements.js";
import { t } from "../frame/language.js";
import { troublePanel } from "../frame/trouble.js";
import { look } from "../http/watch.js";

async function save(id, aims, said, told) {
  try {
    await setAims(id, aims);
    show(said, el("p", { class: "soft", role: "status" }, told));
    announce(told);
    look();
    return true;
  } catch (error) {
    show(said, troublePanel(error));
    return false;
  }
}

/** The threshold as a number in percent, with a button that saves it. */
export function thresholdForm(id, threshold) {
  const said = el("div", {});
  const field = el("input", { type: "number", id: "threshold", min: "0", max: "100", step: "1", inputmode: "numeric", required: true, value: String(Math.round(threshold * 100)) });
  const go = el("button", { type: "submit" }, t("Save"));
  const form = el("form", { class: "threshold-form", novalidate: true, onsubmit },
    el("label", { for: "threshold" }, t("A concept counts as mastered from (percent)")), el("span", { class: "row" }, field, go), said);

  async function onsubmit(event) {
    event.preventDefault();
    const wanted = Number(field.value);
    if (!field.value || !(wanted >= 0 && wanted <= 100)) {
      show(said, el("p", { class: "hint-bad", role: "alert" }, t("Give a number from 0 to 100.")));
      field.focus();
      return;
    }
    await busy(go, () => save(id, { mastery_threshold: wanted / 100 }, said, t("Mastered from {n} %.", { n: wanted })));
  }
  return form;
}

const MOST_GOALS = 20;

/** The goals as a list from which each can be taken out, and a field for another. */
export function goalsForm(id, goals) {
  const said = el("div", {});
  const list = el("ul", { class: "goals" });
  const field = el("input", { type: "text", id: "goal", maxlength: "200", autocomplete: "off" });
  const go = el("button", { type: "submit" }, t("Add"));
  let all = [...goals];

  function draw() {
    show(list, ...all.map((goal, at) => el("li", {}, el("span", { dir: "auto" }, goal),
      button(t("Remove"), () => put(all.filter((_, other) => other !== at), t("Goal removed.")), { class: "quiet", "aria-label": t("Remove the goal: {goal}", { goal }) }))));
  }

  async function put(wanted, told) {
    if (!(await save(id, { goals: wanted }, said, told))) return;
    all = wanted;
    draw();
    field.focus();
  }

  async function onsubmit(event) {
    event.preventDefault();
    const goal = field.value.trim();
    if (!goal || all.length >= MOST_GOALS) {
      show(said, el("p", { class: "hint-bad", role: "alert" }, goal ? t("{n} goals at most.", { n: MOST_GOALS }) : t("Write a goal first.")));
      field.focus();
      return;
    }
    await busy(go, async () => {
      await put([...all, goal], t("Goal added."));
      if (all.includes(goal)) field.value = "";
    });
  }

  draw();
  return el("form", { class: "goals-form", onsubmit, novalidate: true }, list,
    el("label", { for: "goal" }, t("Another goal")), el("span", { class: "row" }, field, go), said);
}
