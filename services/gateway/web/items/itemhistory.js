// What was done to an item or a card: who, when, what came of it, and which words were changed.

import { el, when } from "../frame/elements.js";
import { folded } from "../frame/folding.js";
import { asked, keyOf, reasonList } from "./material.js";

const DONE = { edited: "Edited", approved: "Approved", deleted: "Deleted", restored: "Restored", retracted: "Taken back", regenerated: "Written anew" };
const OUTCOMES = { refused: ["bad", "Refused"], null: ["", "Under way"] };

/** What a text of it says, by the name of what is said. */
function said(body) {
  const options = [...(body.prompts ?? []), ...(body.options ?? [])].map((one) => one.text).join("; ");
  const whys = (body.explanations ?? []).map((one) => one.sentence).join(" ");
  const points = (body.key_points ?? []).map((one) => one.text).join("; ");
  return { Question: asked(body), Options: options, Answer: keyOf(body).join("; "), Why: whys, "Key points": points, Difficulty: body.difficulty ?? "", Quote: body.proof?.quote ?? "" };
}

function changed({ before, after }) {
  if (!before || !after) return null;
  const [old, fresh] = [said(before), said(after)];
  const names = Object.keys(fresh).filter((name) => old[name] !== fresh[name]);
  return names.length > 0 && el("dl", { class: "changed" }, names.map((name) => [el("dt", {}, name), el("dd", {},
    old[name] && el("del", { dir: "auto" }, folded(old[name])), fresh[name] && el("ins", { dir: "auto" }, folded(fresh[name])))]));
}

function entry(one) {
  const [tone, word] = OUTCOMES[one.outcome] ?? [];
  return el("li", {},
    el("p", {}, el("strong", {}, DONE[one.action] ?? one.action), word && el("span", { class: `badge ${tone}` }, word), one.reason ? `: ${one.reason}` : ""),
    el("p", { class: "soft" }, el("time", { datetime: one.timestamp }, when(one.timestamp)), one.user_id ? ` · ${one.user_id}` : ""),
    reasonList(one.reasons), changed(one));
}

/** Newest first, as one looks for what happened last. */
export function itemHistory(entries) {
  return el("section", {}, el("h2", {}, "What was done"),
    entries.length ? el("ol", { class: "history" }, entries.toReversed().map(entry)) : el("p", { class: "soft" }, "Nothing yet: it is as it was written."));
}
