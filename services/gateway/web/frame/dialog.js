// Dialogs: the large one in which a place of a document is shown, and the small one that asks before something is done.

import { draw } from "./draw.js";
import { t } from "./language.js";
import { busy, button, el } from "./elements.js";
import { troublePanel } from "./trouble.js";

let count = 0;

/** Opens it. Returns {box, signal}: `signal` aborts when it closes, and then the dialog is gone. */
export function showDialog(heading, content, props = {}) {
  const leave = new AbortController();
  const id = `dialog-${(count += 1)}`;
  const box = el("dialog", { class: "place", "aria-labelledby": id, ...props, onclose: () => {
    leave.abort();
    box.remove();
  } },
  el("div", { class: "place-head" }, el("h2", { id }, heading), button(t("Close"), () => box.close(), { autofocus: true })), content);
  box.addEventListener("click", (event) => event.target === box && box.close());
  document.body.append(box);
  box.showModal();
  return { box, signal: leave.signal };
}

/**
 * A question before something is done. `act()` does it, and may return a sentence about what is missing; what goes wrong
 * is told in the dialog.
 */
export function asking(heading, fields, verb, act, props = {}) {
  const said = el("div", {});
  const yes = el("button", { type: "submit", ...props }, verb);
  const box = el("dialog", { "aria-labelledby": "asking", onclose: () => box.remove() },
    el("form", { onsubmit, novalidate: true }, el("h2", { id: "asking" }, heading), fields, said,
      el("div", { class: "actions" }, yes, button(t("Cancel"), () => box.close()))));
  document.body.append(box);
  box.showModal();
  box.querySelector("textarea, input")?.focus();

  async function onsubmit(event) {
    event.preventDefault();
    await busy(yes, async () => {
      try {
        const missing = await act();
        if (missing) draw(said, el("p", { class: "hint-bad", role: "alert" }, missing));
        else box.close();
      } catch (error) {
        draw(said, troublePanel(error));
      }
    });
  }
}
