// The coach's notes as a list: on which questions each rests, and what the learner says of it.

import { disputeLine, noteObjector } from "../disputes/disputing.js";
import { el, listed } from "../frame/elements.js";
import { t } from "../frame/language.js";
import { OF_NOTES, sayButton } from "../tutor/handing.js";

/** Objecting to a note of this attempt, or what became of it. */
function objection(acts, one) {
  const dispute = acts.disputes.findLast((each) => each.of === "note" && each.attempt_id === one.attempt_id && each.note === one.ordinal);
  if (dispute) return disputeLine(dispute);
  const slot = el("div", { class: "menu-body" }, noteObjector(acts.id, one.attempt_id, one.ordinal, (reason) => menu.replaceWith(disputeLine({ reason, state: "open" }))));
  const menu = el("details", { class: "menu" }, el("summary", { "aria-label": t("More about note {n}", { n: one.ordinal + 1 }) }, "⋯"), slot);
  return menu;
}

/**
 * The attempt whose notes can become tasks: the newest that has notes, if any of them still stands; else null. Pure.
 * @param {any[]} found all notes of the session, oldest first
 */
export function advising(found) {
  const newest = found.findLast((one) => one.attempt_id)?.attempt_id ?? null;
  return found.some((one) => one.attempt_id === newest && !one.taken_back) ? newest : null;
}

/** The button that makes tasks of the notes; told where others stand beside them. */
export function notesAsTasks(id, found) {
  const newest = advising(found);
  return newest && el("div", { class: "actions as-tasks" }, sayButton(id, OF_NOTES),
    found.some((one) => one.attempt_id !== newest) && el("span", { class: "soft" }, t("Those of your newest attempt.")));
}

/**
 * @param {any[]} found
 * @param {any[]} [shown] the attempt's results, whose numbers the notes name
 * @param {{id: string, disputes: any[]} | null} [acts] where notes can be objected to
 */
export function noteList(found, shown = [], acts = null) {
  const numberOf = new Map(shown.map((result, index) => [result.result_id, index + 1]));
  return el("ul", { class: "notes" }, found.map((one) => {
    const about = one.result_ids.map((result) => numberOf.get(result)).filter(Boolean);
    return el("li", { class: one.made_by?.startsWith("rule:went_well") ? "well" : null }, one.taken_back ? [el("s", { dir: "auto" }, one.note), el("span", { class: "badge" }, t("Taken back"))] : el("span", { dir: "auto" }, one.note),
      about.length > 0 && el("span", { class: "soft" }, ` (${t(about.length === 1 ? "question {numbers}" : "questions {numbers}", { numbers: listed(about) })})`),
      acts && Number.isInteger(one.ordinal) && !one.taken_back && objection(acts, one));
  }));
}
