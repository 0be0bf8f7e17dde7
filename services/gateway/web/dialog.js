// The large dialog in which a place of a document is shown: a heading, a Close button, and what is to be seen.

import { button, el } from "./elements.js";

let count = 0;

/** Opens it. Returns {box, signal}: `signal` aborts when it closes, and then the dialog is gone. */
export function showDialog(heading, content, props = {}) {
  const leave = new AbortController();
  const id = `dialog-${(count += 1)}`;
  const box = el("dialog", { class: "place", "aria-labelledby": id, ...props, onclose: () => {
    leave.abort();
    box.remove();
  } },
  el("div", { class: "place-head" }, el("h2", { id }, heading), button("Close", () => box.close(), { autofocus: true })), content);
  box.addEventListener("click", (event) => event.target === box && box.close());
  document.body.append(box);
  box.showModal();
  return { box, signal: leave.signal };
}
