// Objecting to a grade or a note: the reason, and what became of it.

import { t } from "../frame/language.js";
import { disputeGrade, disputeNote } from "../http/learnerapi.js";
import { announce, button, el } from "../frame/elements.js";
import { asking } from "../frame/dialog.js";
import { newId } from "../http/ids.js";
import { look } from "../http/watch.js";

const STATES = {
  open: ["", "Waits for the owner of the course"],
  upheld: ["good", "You were right"],
  rejected: ["warn", "It stays as it is"],
};

/** What became of a dispute, in a line or two. */
export function disputeLine(one) {
  const [tone, word] = STATES[one.state] ?? ["", one.state];
  return el("div", { class: "disputed" },
    el("p", {}, el("strong", {}, t("You objected: ")), el("span", { dir: "auto" }, one.reason), " ", el("span", { class: `badge ${tone}` }, t(word))),
    one.decision_reason && el("p", {}, el("strong", {}, t("Decision: ")), el("span", { dir: "auto" }, one.decision_reason)));
}

/** The button that asks for the reason and sends it; `send(reason, key)`, then `raised()`. */
function objector(word, label, heading, send, raised) {
  return button(word, () => {
    const reason = el("textarea", { id: "reason", rows: "4", maxlength: "1000" });
    const key = newId();
    asking(heading, [el("p", { class: "soft" }, t("The owner of the course reads it and decides. You see here what became of it.")),
      el("label", { class: "field", for: "reason" }, t("Why?"), reason)], t("Send"), async () => {
      const why = reason.value.trim();
      if (!why) return t("Say why.");
      await send(why, key);
      announce(t("Sent"));
      raised(why);
      look();
      return "";
    }, { class: "primary" });
  }, { class: "quiet object", "aria-label": label });
}

export function gradeObjector(id, result, number, raised) {
  return objector(t("I object to this grade"), t("I object to this grade: question {n}", { n: number }), t("Object to the grade of question {n}", { n: number }),
    (why, key) => disputeGrade(id, result.result_id, why, key), raised);
}

/** `note`: its ordinal. */
export function noteObjector(id, attempt, note, raised) {
  return objector(t("This is not so"), t("This is not so: note {n}", { n: note + 1 }), t("Object to this note"),
    (why, key) => disputeNote(id, attempt, note, why, key), raised);
}
