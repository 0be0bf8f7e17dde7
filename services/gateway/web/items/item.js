// One question or card for its owner: its form, what proves it, what can be done with it, and its history.
//
// What is typed is kept in the tab until it is saved; an edit that is refused keeps it too, with the reasons beside it.

import { block, editItem, session } from "../http/api.js";
import { busy, button, el, link, title } from "../frame/elements.js";
import { changes, editor } from "./editor.js";
import { newId } from "../http/ids.js";
import { decisions, historyOf, outcome } from "./itemacts.js";
import { itemHistory } from "./itemhistory.js";
import { facts, piece, reasonList, standingOf } from "./material.js";
import { sourceOf } from "../documents/desk.js";
import { quoteOf } from "../documents/passage.js";
import { path } from "../frame/place.js";
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

function refusal(reasons, detail) {
  return el("section", { class: "trouble", role: "alert" }, el("h2", {}, "This edit does not hold up"),
    reasonList(reasons) || el("p", {}, detail), el("p", { class: "soft" }, "Nothing was changed. What you typed is still here."));
}

function form(id, one, saved, signal) {
  const kept = keptOf(id, one);
  const fields = editor(kept?.body ?? one.body);
  const said = el("div", {});
  const name = draftName(id, one);
  const save = el("button", { type: "submit", class: "primary" }, "Save");
  const keep = () => sessionStorage.setItem(name, JSON.stringify({ body: fields.read(), revision: kept?.revision ?? one.revision }));
  if (kept) said.append(el("p", { class: "soft" }, kept.revision === one.revision
    ? "Not saved yet." : "Not saved yet, and it was changed elsewhere since: saving takes your words."));
  let key = newId();

  /** What was changed in words that the house takes; null where that is nothing or cannot be. */
  async function wanted() {
    const after = fields.read();
    const moved = after.quote !== one.body.proof.quote.trim();
    const text = moved ? (await block(id, one.body.proof.block_id, signal)).data?.blocks?.[0]?.text ?? "" : "";
    try {
      const found = changes(one.body, after, text);
      if (Object.keys(found).length) return found;
      hint("Nothing was changed.");
    } catch (error) {
      hint(error.message);
    }
    return null;
  }

  function hint(sentence) {
    said.replaceChildren(el("p", { class: "hint-bad", role: "alert" }, sentence));
  }

  async function send(found) {
    const before = (await historyOf(id, one, signal)).length;
    const { status } = await editItem(id, one.kind, one.id, { ...found, revision: one.revision }, key);
    if (status !== 202) return null;
    said.replaceChildren(el("p", { class: "soft", role: "status" }, "Checked against the text…"));
    const entry = await outcome(id, one, before, signal);
    return entry ? entry.outcome === "refused" && refusal(entry.reasons, "") : el("p", { class: "hint-bad", role: "alert" }, "It takes longer than usual. Look again in a moment.");
  }

  async function onsubmit(event) {
    event.preventDefault();
    await busy(save, async () => {
      try {
        const found = await wanted();
        if (!found) return;
        const wrong = await send(found);
        if (!wrong) {
          sessionStorage.removeItem(name);
          saved("Saved.");
          return;
        }
        said.replaceChildren(wrong);
      } catch (error) {
        if (signal.aborted) return;
        const held = error.problem?.code === "edit_refused";
        said.replaceChildren(held ? refusal(await refusals(error), error.problem.detail) : troublePanel(error));
      } finally {
        key = newId();
      }
    });
  }

  /** Reasons of a refused edit: those that came with it, else those of its history. */
  async function refusals(error) {
    if (error.problem.reasons?.length) return error.problem.reasons;
    const last = (await historyOf(id, one, signal).catch(() => [])).at(-1);
    return last?.outcome === "refused" ? last.reasons : [];
  }

  const node = el("form", { class: "card edit-form", novalidate: true, onsubmit, oninput: keep, onchange: keep }, fields.node, said,
    el("div", { class: "actions" }, save, button("Discard changes", () => {
      sessionStorage.removeItem(name);
      node.replaceWith(form(id, one, saved, signal));
    }, { class: "quiet" })));
  return node;
}

export async function itemView(place, id, kind, which, signal) {
  const { data: state } = await session(id, signal);
  await draw("", true);

  async function draw(told, well) {
    const one = await piece(id, kind, which, signal);
    const back = link("Back to the list", path("s", id, "items"), { class: "back" });
    const entries = await historyOf(id, one, signal);
    const open = standingOf(one) === "used";
    const word = kind === "items" ? "question" : "card";
    const saved = (text) => draw(text, true);
    place.replaceChildren(...[
      back, title(open ? `Edit this ${word}` : `This ${word}`), facts(one),
      told && el("p", { class: well ? "told good" : "told", role: well ? "status" : "alert" }, told),
      one.reasons.length > 0 && el("div", { class: "refusal" }, el("strong", {}, "Refused because"), reasonList(one.reasons)),
      open && form(id, one, saved, signal),
      el("section", {}, el("h2", {}, "What proves it"), quoteOf(one.body.proof), el("p", { class: "source" }, sourceOf(state, one.body.proof, signal))),
      decisions(id, one, draw, signal), itemHistory(entries),
    ].filter(Boolean));
  }
}
