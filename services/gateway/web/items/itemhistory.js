// What was done to an item or a card: who, when, what came of it, and which words were changed.

import { h } from "../frame/draw.js";
import { when } from "../frame/elements.js";
import { folded } from "../frame/folding.js";
import { t } from "../frame/language.js";
import { asked, hardness, keyOf, reasonList } from "./material.js";

const DONE = {
  added: () => t("Added"), edited: () => t("Edited"), approved: () => t("Approved"), deleted: () => t("Deleted"), restored: () => t("Restored"),
  retracted: () => t("Taken back"), reinstated: () => t("Put back"), regenerated: () => t("Written anew"),
};
const OUTCOMES = { refused: () => ["bad", t("Refused")], null: () => ["", t("Under way")] };

/** What a text of it says: [what is said, the words]. */
function said(body) {
  const options = [...(body.prompts ?? []), ...(body.options ?? [])].map((one) => one.text).join("; ");
  const whys = (body.explanations ?? []).map((one) => one.sentence).join(" ");
  const points = (body.key_points ?? []).map((one) => one.text).join("; ");
  return [[t("Question"), asked(body)], [t("Options"), options], [t("Answer"), keyOf(body).join("; ")], [t("Why"), whys], [t("Key points"), points],
    [t("Difficulty"), hardness(body.difficulty)], [t("Quote"), body.proof?.quote ?? ""]];
}

function changed({ before, after }) {
  if (!before || !after) return null;
  const old = new Map(/** @type {[string, string][]} */ (said(before)));
  const names = said(after).filter(([name, words]) => old.get(name) !== words);
  return names.length > 0 && h("dl", { class: "changed" }, names.map(([name, words]) => [h("dt", {}, name), h("dd", {},
    old.get(name) && h("del", { dir: "auto" }, folded(old.get(name))), words && h("ins", { dir: "auto" }, folded(words)))]));
}

function entry(one) {
  const [tone, word] = OUTCOMES[one.outcome]?.() ?? [];
  return h("li", {},
    h("p", {}, h("strong", {}, DONE[one.action]?.() ?? one.action), word && h("span", { class: `badge ${tone}` }, word), one.reason ? `: ${one.reason}` : ""),
    h("p", { class: "soft" }, h("time", { datetime: one.timestamp }, when(one.timestamp)), one.user_id ? ` · ${one.user_id}` : ""),
    reasonList(one.reasons), changed(one));
}

/** Newest first, as one looks for what happened last. */
export function itemHistory(entries) {
  return h("section", {}, h("h2", {}, t("What was done")),
    entries.length ? h("ol", { class: "history" }, entries.toReversed().map(entry)) : h("p", { class: "soft" }, t("Nothing yet: it is as it was written.")));
}

/** Whether its newest text came of an edit. Pure. */
export const isEdited = (entries) => entries.some((one) => one.action === "edited" && one.outcome === "done");
