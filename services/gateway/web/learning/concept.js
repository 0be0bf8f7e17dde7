// A concept and how well the learner stands in it: one figure, what is missing, and what the learner says of it.

import { draw as show } from "../frame/draw.js";
import { markConcept } from "../http/learnerapi.js";
import { announce, button, el, link } from "../frame/elements.js";
import { t, tn } from "../frame/language.js";
import { learnPath } from "./pathcard.js";
import { percent, reached } from "./round.js";
import { troublePanel } from "../frame/trouble.js";
import { look } from "../http/watch.js";

/** [tone, sign, words] of how it stands. */
export function standing(one) {
  if (one.mastered) return ["good", "✓", t("Mastered")];
  if (!one.answers) return one.unlocked ? ["", "–", t("Not asked yet")] : ["", "⊘", t("Locked")];
  return ["", "…", t("Not mastered yet")];
}

function evidence(one) {
  return one.answers ? tn(one.answers, "{n} answer, {right} right.", "{n} answers, {right} right.", { right: one.correct }) : t("No answers yet.");
}

/** @type {() => [string, string][]} */
const marked = () => [["known", t("I know this")], ["not_yet", t("Not yet")]];

/** The two marks as buttons that stay pressed; pressing one again takes it back. */
function marks(id, one) {
  const said = el("div", {});
  let mark = one.mark;
  const all = marked().map(([value, word]) => button(word, () => set(mark === value ? "none" : value),
    { class: "mark-button", id: `${value}-${one.concept}`, "aria-label": `${word}: ${one.concept}`, "aria-pressed": String(mark === value), "data-mark": value }));

  function draw() {
    for (const each of all) each.setAttribute("aria-pressed", String(each.dataset.mark === mark));
  }

  async function set(wanted) {
    const before = mark;
    mark = wanted;
    draw();
    show(said);
    try {
      await markConcept(id, one.concept, wanted);
      announce(wanted === "none" ? t("Mark taken back") : marked().find(([value]) => value === wanted)?.[1] ?? "");
      look();
    } catch (error) {
      mark = before;
      draw();
      show(said, troublePanel(error));
    }
  }

  return [el("div", { class: "marks", role: "group", "aria-label": t("What you say of {concept}", { concept: one.concept }) }, all), said];
}

/** The card of a concept: one figure, and what is missing said as what to do; `section`: where it belongs, if that is not said above. */
export function conceptRow(id, one, threshold, number, section = "") {
  const [tone, sign, word] = standing(one);
  const bar = el("progress", { max: "1", "aria-labelledby": `score-${number}` });
  bar.value = one.score;
  const line = el("span", { class: "threshold", "aria-hidden": "true", title: t("Mastered from {percent}", { percent: percent(threshold) }) });
  line.style.insetInlineStart = `${threshold * 100}%`;
  return el("li", { class: `card concept${one.mastered ? " mastered" : ""}` },
    section && el("p", { class: "eyebrow", dir: "auto" }, section),
    el("div", { class: "concept-head" }, el("h3", { dir: "auto" }, one.concept),
      el("span", { class: `badge ${tone}` }, el("span", { "aria-hidden": "true" }, `${sign} `), word)),
    el("p", { id: `score-${number}`, class: "concept-score" }, one.answers > 0 && [el("strong", {}, reached(one.score)), " · "], el("span", { class: "soft" }, evidence(one))),
    el("div", { class: "bar" }, bar, line),
    one.answers > 0 && one.missing && el("p", { class: "missing", dir: "auto" }, one.missing),
    !one.unlocked && el("p", { class: "soft" }, one.answers ? t("It builds on what is not all mastered: ") : t("First master: "), el("bdi", {}, one.prerequisites.slice(-3).join(", ")), "."),
    one.mark === "known" && !one.mastered && el("p", { class: "soft" }, t("You say that you know this. Your answers do not show it yet.")),
    one.mark === "not_yet" && one.mastered && el("p", { class: "soft" }, t("Your answers show that you know this. You say: not yet.")),
    el("div", { class: "concept-acts" }, link(t("Learn this"), learnPath(id, one.concept), { class: "button", "aria-label": `${t("Learn this")}: ${one.concept}` }), marks(id, one)));
}
