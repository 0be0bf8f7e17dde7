// Deleting a course: it leaves the library at once, and for ten seconds it can be brought back; only then forgetting begins.

import { forget } from "../http/api.js";
import { announce, button, el } from "../frame/elements.js";
import { t } from "../frame/language.js";
import { dropDrafts } from "../quizzes/draft.js";
import { dropTyped } from "../review/retyped.js";
import { troublePanel } from "../frame/trouble.js";

const UNDO_MS = 10000;

/** Those deleted since the page was loaded: no list shows them, even before the house has done it. */
export const forgotten = new Set();

/** What waits to be deleted: its id with what ends the waiting. @type {Map<string, { now: () => void, drop: () => void }>} */
const waiting = new Map();

const changed = () => document.dispatchEvent(new Event("library"));

/** Deletes it in ten seconds; a line says so and can take it back. */
export function forgetSoon(id, name) {
  forgotten.add(id);
  const line = el("div", { class: "toast", role: "status" }, el("span", {}, el("bdi", {}, name), " ", t("is deleted.")),
    button(t("Undo"), undo, { class: "quiet", id: `undo-${id}` }));
  const timer = setTimeout(() => done(), UNDO_MS);
  const drop = () => {
    clearTimeout(timer);
    waiting.delete(id);
    line.remove();
  };
  waiting.set(id, { now: () => done(true), drop });
  document.body.append(line);
  announce(t("Deleted. You can undo it for ten seconds."));
  changed();

  function undo() {
    drop();
    forgotten.delete(id);
    announce(t("It is back."));
    changed();
  }

  async function done(leaving = false) {
    drop();
    dropDrafts(id);
    dropTyped(id);
    try {
      await forget(id, leaving);
    } catch (error) {
      if (error.status === 404) return; // It is gone already.
      forgotten.delete(id);
      const told = el("div", { class: "toast" }, troublePanel(error, button(t("Close"), () => told.remove())));
      document.body.append(told);
      changed();
    }
  }
}

/** Who leaves has meant it: what waits is deleted at once. */
window.addEventListener("pagehide", () => {
  for (const one of Array.from(waiting.values())) one.now();
});

/** @param {Api["SessionState"]} state */
export function forgetButton(state) {
  return button(t("Delete this course"), () => {
    forgetSoon(state.session_id, state.doc_meta.title || state.doc_meta.filename);
    location.hash = "#/";
  }, { class: "quiet danger" });
}
