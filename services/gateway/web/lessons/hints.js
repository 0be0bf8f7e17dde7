// The hints of the question that waits, one after the other, the gentlest first.

import { draw } from "../frame/draw.js";
import { announce, button, el } from "../frame/elements.js";
import { t } from "../frame/language.js";

/** An element; `show(question, hints)` keeps it current: another question begins anew, without a question there is none. */
export function hintBox() {
  const list = el("ol", { class: "hints" });
  const more = button(t("Hint"), next, { class: "quiet" });
  const node = el("div", { class: "hint-box", hidden: true }, list, more);
  let about = "";
  /** @type {string[]} */
  let hints = [];

  function next() {
    const given = list.children.length;
    if (given >= hints.length) return;
    list.append(el("li", { dir: "auto" }, hints[given]));
    announce(t("Hint {n} of {of}: {hint}", { n: given + 1, of: hints.length, hint: hints[given] }));
    label();
  }

  function label() {
    const left = hints.length - list.children.length;
    more.textContent = !list.children.length ? t("Hint") : left ? t("Another hint ({n} left)", { n: left }) : t("No more hints");
    if (left) more.removeAttribute("aria-disabled");
    else more.setAttribute("aria-disabled", "true");
  }

  /** @param {string[]} found */
  function show(question, found) {
    node.hidden = !question || !found.length;
    if (question === about && JSON.stringify(found) === JSON.stringify(hints)) return;
    if (question !== about) draw(list);
    [about, hints] = [question, found];
    label();
  }

  return { node, show };
}
