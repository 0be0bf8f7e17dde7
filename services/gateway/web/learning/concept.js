// A concept and how well the learner stands in it: one figure, what is missing, and what the learner says of it.

import { markConcept } from "../http/learnerapi.js";
import { announce, button, el, link, plural } from "../frame/elements.js";
import { learnPath } from "./pathcard.js";
import { percent, reached } from "./round.js";
import { troublePanel } from "../frame/trouble.js";
import { look } from "../http/watch.js";

/** [tone, sign, words] of how it stands. Pure. */
export function standing(one) {
  if (one.mastered) return ["good", "✓", "Mastered"];
  if (!one.answers) return one.unlocked ? ["", "–", "Not asked yet"] : ["", "⊘", "Locked"];
  return ["", "…", "Not mastered yet"];
}

function evidence(one) {
  return one.answers ? `${plural(one.answers, "answer")}, ${one.correct} right.` : "No answers yet.";
}

const MARKS = [["known", "I know this"], ["not_yet", "Not yet"]];

/** The two marks as buttons that stay pressed; pressing one again takes it back. */
function marks(id, one) {
  const said = el("div", {});
  let mark = one.mark;
  const all = MARKS.map(([value, word]) => button(word, () => set(mark === value ? "none" : value),
    { class: "mark-button", id: `${value}-${one.concept}`, "aria-label": `${word}: ${one.concept}`, "aria-pressed": String(mark === value), "data-mark": value }));

  function draw() {
    for (const each of all) each.setAttribute("aria-pressed", String(each.dataset.mark === mark));
  }

  async function set(wanted) {
    const before = mark;
    mark = wanted;
    draw();
    said.replaceChildren();
    try {
      await markConcept(id, one.concept, wanted);
      announce(wanted === "none" ? "Mark taken back" : MARKS.find(([value]) => value === wanted)?.[1]);
      look();
    } catch (error) {
      mark = before;
      draw();
      said.replaceChildren(troublePanel(error));
    }
  }

  return [el("div", { class: "marks", role: "group", "aria-label": `What you say of ${one.concept}` }, all), said];
}

/** The row of a concept. */
export function conceptRow(id, one, threshold, number) {
  const [tone, sign, word] = standing(one);
  const bar = el("progress", { max: "1", "aria-labelledby": `score-${number}` });
  bar.value = one.score;
  const line = el("span", { class: "threshold", "aria-hidden": "true", title: `Mastered from ${percent(threshold)}` });
  line.style.insetInlineStart = `${threshold * 100}%`;
  return el("li", { class: `card concept${one.mastered ? " mastered" : ""}` },
    el("div", { class: "concept-head" }, el("h3", { dir: "auto" }, one.concept),
      el("span", { class: `badge ${tone}` }, el("span", { "aria-hidden": "true" }, `${sign} `), word)),
    el("p", { id: `score-${number}` }, el("strong", {}, one.answers ? reached(one.score) : "No score"), el("span", { class: "soft" }, ` · ${one.relevance.toLowerCase()} relevance`)),
    el("div", { class: "bar" }, bar, line),
    el("p", { class: "soft" }, evidence(one)),
    one.answers > 0 && one.missing && el("p", { class: "missing", dir: "auto" }, one.missing),
    !one.unlocked && el("p", { class: "soft" }, one.answers ? "It builds on what is not all mastered: " : "First master: ", el("bdi", {}, one.prerequisites.join(", ")), "."),
    one.mark === "known" && !one.mastered && el("p", { class: "soft" }, "You say that you know this. Your answers do not show it yet."),
    one.mark === "not_yet" && one.mastered && el("p", { class: "soft" }, "Your answers show that you know this. You say: not yet."),
    el("div", { class: "concept-acts" }, marks(id, one), link("Learn this", learnPath(id, one.concept), { class: "button", "aria-label": `Learn ${one.concept}` })));
}
