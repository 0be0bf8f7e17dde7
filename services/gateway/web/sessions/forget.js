// Forgetting a session: asked for once more before it is done, because it cannot be undone.

import { forget } from "../http/api.js";
import { announce, busy, button, el } from "../frame/elements.js";
import { dropDrafts } from "../quizzes/draft.js";
import { dropTyped } from "../review/retyped.js";
import { troublePanel } from "../frame/trouble.js";

/** Those forgotten since the page was loaded: the list leaves them out even before the house has done it. */
export const forgotten = new Set();

/** @param {Api["SessionState"]} state */
export function forgetButton(state) {
  return button("Forget this session", () => confirmed(state), { class: "quiet danger" });
}

/** @param {Api["SessionState"]} state */
function confirmed(state) {
  const said = el("div", {});
  const yes = button("Forget it", () => busy(yes, async () => {
    try {
      await forget(state.session_id);
      forgotten.add(state.session_id);
      dropDrafts(state.session_id);
      dropTyped(state.session_id);
      box.close();
      announce("Forgotten");
      location.hash = "#/";
    } catch (error) {
      said.replaceChildren(troublePanel(error));
    }
  }), { class: "danger-full" });
  const box = el("dialog", { "aria-labelledby": "forget-title", onclose: () => box.remove() },
    el("h2", { id: "forget-title" }, "Forget this session?"),
    el("p", {}, el("bdi", {}, state.doc_meta.title || state.doc_meta.filename), `: its quizzes, answers and notes are erased. This cannot be undone.`),
    said,
    el("div", { class: "actions" }, yes, button("Keep it", () => box.close(), { autofocus: true })));
  document.body.append(box);
  box.showModal();
}
