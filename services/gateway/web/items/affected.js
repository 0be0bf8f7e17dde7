// Who is graded again when a question is taken back, put back, or gets another key: looked at before it is done.

import { affected } from "../http/api.js";
import { h, live } from "../frame/draw.js";
import { el } from "../frame/elements.js";
import { t, tn } from "../frame/language.js";
import { percent } from "../learning/round.js";
import { troublePanel } from "../frame/trouble.js";

const SHOWN = 6;
const mark = (score) => (score === null || score === undefined ? t("no mark") : percent(score));

/** One attempt: who, what was answered, and the mark as it is and as it would be. `how`: "without" the question, "with" it, or by another "key". */
function row(one, how) {
  const who = one.own ? t("You") : one.name || t("Without a name");
  const to = how === "key" || one.undecided ? null : how === "without" ? one.score_without : undefined;
  return h("li", {}, h("span", { class: "line-text", dir: "auto" }, h("strong", {}, who), " · ", h("span", { class: "soft" }, one.answer_text ?? t("skipped"))),
    h("span", { class: "line-facts" }, mark(one.score), to !== undefined && to !== null && to !== one.score && ` → ${mark(to)}`, to === null && how === "without" && !one.undecided && ` → ${t("no mark")}`));
}

/**
 * A place that tells it, and is filled as soon as the house has said so. `how` is "without", "with" or "key".
 * @param {"without" | "with" | "key"} how
 * @param {Api["Affected"] | null} [known] what the house has said already
 */
export function affectedPanel(id, item, how, signal, known = null) {
  const node = el("div", { class: "affected" });
  const view = live(node, { found: known, trouble: /** @type {any} */ (null), all: false }, ({ found, trouble, all }) => {
    if (trouble) return troublePanel(trouble);
    if (!found) return h("p", { class: "soft", role: "status" }, t("Looking who has answered it…"));
    if (!found.answers.length) return h("p", { class: "soft" }, t("Nobody has answered it yet: no grade changes."));
    const answers = all ? found.answers : found.answers.slice(0, SHOWN);
    return [
      h("p", {}, h("strong", {}, tn(found.learners, "{n} learner answered it and is graded again.", "{n} learners answered it and are graded again.")), " ",
        t("Each reads why, with the score before and after.")),
      h("ul", { class: "lines" }, answers.map((one) => row(one, how))),
      found.answers.length > answers.length && h("button", { type: "button", class: "quiet", onclick: () => view.set({ all: true }) }, t("Show {n} more", { n: found.answers.length - answers.length })),
    ];
  });
  if (!known) affected(id, item, signal).then(({ data }) => view.set({ found: data }), (error) => !signal?.aborted && view.set({ trouble: error }));
  return node;
}
