// Words that are marked in the source become a quote: a button comes up beside them as long as they are marked.

import { button } from "../frame/elements.js";
import { t } from "../frame/language.js";

const TEXT = ".source-room .passage";

/** What is marked in the source's text, within one paragraph; "" where nothing is. */
function marked() {
  const chosen = getSelection();
  if (!chosen || chosen.isCollapsed || !chosen.rangeCount) return "";
  const range = chosen.getRangeAt(0);
  const start = range.startContainer.nodeType === Node.ELEMENT_NODE ? /** @type {Element} */ (range.startContainer) : range.startContainer.parentElement;
  const room = start?.closest(TEXT);
  if (!start || !room) return "";
  const paragraph = [...room.children].find((one) => one.contains(start));
  if (!paragraph) return "";
  const within = range.cloneRange();
  if (!paragraph.contains(range.endContainer)) within.setEnd(paragraph, paragraph.childNodes.length);
  return within.toString().trim();
}

/** Offers to take what is marked: `take(words)`, until `signal` aborts. */
export function marking(take, signal) {
  let words = "";
  const control = button(t("Take the marked words as the quote"), () => {
    take(words);
    getSelection()?.removeAllRanges();
    control.remove();
    /** @type {HTMLDialogElement | null} */ (document.querySelector("dialog[open]"))?.close();
  }, { class: "primary take-words" });
  // So that a press does not take the marking away before it is read.
  control.addEventListener("pointerdown", (event) => event.preventDefault());
  document.addEventListener("selectionchange", () => {
    words = marked();
    if (!words) control.remove();
    else if (!control.isConnected) (document.querySelector("dialog[open]") ?? document.body).append(control);
  }, { signal });
  signal.addEventListener("abort", () => control.remove());
}
