// One question or card for its owner: its form beside the source that proves it, what can be done with it, and its history.
//
// What is typed is kept in the tab until it is saved; an edit that is refused keeps it too, with the reasons beside it.

import { affected, block, editItem, session } from "../http/api.js";
import { affectedPanel } from "./affected.js";
import { asking } from "../frame/dialog.js";
import { busy, button, el } from "../frame/elements.js";
import { changes, editor, gradesAgain } from "./editor.js";
import { desk, sourceOf } from "../documents/desk.js";
import { draw, h } from "../frame/draw.js";
import { t } from "../frame/language.js";
import { newId } from "../http/ids.js";
import { decisions, historyOf, outcome, slow } from "./itemacts.js";
import { isEdited, itemHistory } from "./itemhistory.js";
import { marking } from "./marking.js";
import { facts, keyOf, piece, reasonList, refusalOf, standingOf } from "./material.js";
import { quoteOf } from "../documents/passage.js";
import { ownerWays } from "../classes/ways.js";
import { asking as askedWords, statementOf } from "../quizzes/statement.js";
import { troublePanel } from "../frame/trouble.js";

/** Beside the drafts of quizzes, so that it goes with them when the session is forgotten. */
const draftName = (id, one) => `pensum.draft.${id}.edit-${one.id}`;

function keptOf(id, one) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(draftName(id, one)) ?? "null");
    return kept?.body?.proof && kept.body.type === one.body.type ? kept : null;
  } catch {
    return null;
  }
}

/** What is said of a text that does not hold up: of an edit, or of a new question. */
export function refusal(heading, reasons, detail, after) {
  return h("section", { class: "trouble", role: "alert" }, h("h2", {}, heading),
    reasonList(reasons) || h("p", {}, detail), h("p", { class: "soft" }, after));
}

const refusedEdit = (reasons, detail) => refusal(t("This edit does not hold up"), reasons, detail, t("Nothing was changed. What you typed is still here."));

/** {node, take(words)}: the form, and where words that are marked in the source go. */
function form(id, one, saved, signal) {
  const kept = keptOf(id, one);
  const fields = editor(kept?.body ?? one.body);
  const said = el("div", {});
  const name = draftName(id, one);
  const save = el("button", { type: "submit", class: "primary" }, t("Save"));
  const keep = () => sessionStorage.setItem(name, JSON.stringify({ body: fields.read(), revision: kept?.revision ?? one.revision }));
  if (kept) draw(said, h("p", { class: "soft" }, kept.revision === one.revision
    ? t("Not saved yet.") : t("Not saved yet, and it was changed elsewhere since: saving takes your words.")));
  let key = newId();

  /** What was changed in words that the house takes; null where that is nothing or cannot be. */
  async function wanted() {
    const after = fields.read();
    const moved = after.quote !== one.body.proof.quote.trim();
    const text = moved ? (await block(id, one.body.proof.block_id, signal)).data?.blocks?.[0]?.text ?? "" : "";
    try {
      const found = changes(one.body, after, text);
      if (Object.keys(found).length) return found;
      hint(t("Nothing was changed."));
    } catch (error) {
      hint(error.message);
    }
    return null;
  }

  const hint = (words) => draw(said, h("p", { class: "hint-bad", role: "alert" }, words));

  /** Sends it; true once it is so. */
  async function send(found) {
    const before = (await historyOf(id, one, signal)).length;
    const { status } = await editItem(id, one.kind, one.id, { ...found, revision: one.revision }, key);
    if (status !== 202) return true;
    draw(said, h("p", { class: "soft", role: "status" }, t("Checked against the text…")));
    const entry = await outcome(id, one, before, signal);
    if (!entry) hint(slow());
    else if (entry.outcome === "refused") draw(said, refusedEdit(entry.reasons, ""));
    return entry?.outcome === "done";
  }

  async function through(found) {
    try {
      if (!(await send(found))) return;
      sessionStorage.removeItem(name);
      saved(t("Saved."));
    } catch (error) {
      if (signal.aborted) return;
      const held = error.problem?.code === "edit_refused";
      draw(said, held ? refusedEdit(await refusals(error), error.problem.detail) : troublePanel(error));
    } finally {
      key = newId();
    }
  }

  async function onsubmit(event) {
    event.preventDefault();
    await busy(save, async () => {
      const found = await wanted();
      if (!found) return;
      const asked = one.kind === "items" && gradesAgain(found) ? (await affected(id, one.id, signal).catch(() => null))?.data : null;
      if (asked?.answers.length) look(found, asked);
      else await through(found);
    });
  }

  /** Another key grades again who answered: that is looked at first. */
  function look(found, asked) {
    asking(t("Change what counts as right?"), [el("p", {}, t("All answers to it are graded again by the new key.")), affectedPanel(id, one.id, "key", signal, asked)],
      t("Save and grade again"), async () => {
        through(found);
        return null;
      }, { class: "primary" });
  }

  /** Reasons of a refused edit: those that came with it, else those of its history. */
  async function refusals(error) {
    if (error.problem.reasons?.length) return error.problem.reasons;
    const last = (await historyOf(id, one, signal).catch(() => [])).at(-1);
    return last?.outcome === "refused" ? last.reasons : [];
  }

  const node = el("form", { class: "card edit-form", novalidate: true, onsubmit, oninput: keep, onchange: keep }, fields.node, said,
    el("div", { class: "actions" }, save, button(t("Discard changes"), () => {
      for (const control of node.elements) /** @type {HTMLInputElement} */ (control).disabled = true; // What is typed until it is drawn anew would be kept.
      sessionStorage.removeItem(name);
      saved("");
    }, { class: "quiet" })));
  return { node, take: fields.take };
}

/** What it asks and what is right, for one that cannot be edited as it stands. */
function shown(body) {
  return h("section", { class: "card" }, h("h2", { class: "first", dir: "auto" }, body.type ? askedWords(body)[0] : body.question), body.type && statementOf(body),
    h("p", {}, h("span", { class: "soft" }, t("Answer:"), " "), h("strong", { dir: "auto" }, keyOf(body).join("; "))));
}

export async function itemView(place, id, kind, which, signal) {
  place.classList.add("owners");
  const { work, source, light } = desk(place, signal);
  const body = el("div", {});
  work.append(body);
  const { data: state } = await session(id, signal);
  let take = (/** @type {string} */ _words) => {};
  const question = kind === "items";
  const ways = ownerWays(id, "items");
  await look("", true);
  marking((words) => take(words), signal);

  async function look(told, well) {
    const one = await piece(id, kind, which, signal);
    const entries = await historyOf(id, one, signal);
    const open = standingOf(one) === "used";
    const fields = open ? form(id, one, (text) => look(text, true), signal) : null;
    take = fields?.take ?? take;
    const heading = open ? (question ? t("Edit this question") : t("Edit this card")) : question ? t("This question") : t("This card");
    draw(body,
      ways, h("h1", { tabindex: "-1" }, heading), facts(one),
      told && h("p", { class: well ? "told good" : "told", role: well ? "status" : "alert" }, told),
      refusalOf(one),
      fields ? fields.node : shown(one.body),
      decisions(id, one, look, signal, isEdited(entries)),
      h("section", {}, h("h2", {}, t("What proves it")), quoteOf(one.body.proof), h("p", { class: "source" }, sourceOf(state, one.body.proof, signal))),
      itemHistory(entries));
    source(state);
    light(state, one.body.proof);
  }
}
