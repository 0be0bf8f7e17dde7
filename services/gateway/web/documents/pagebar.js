// The bar of pages while a session's documents are read: real numbers of the house, and it never goes back.

import { el } from "../frame/elements.js";
import { t, tn } from "../frame/language.js";

/**
 * {node, show(state)}. A killed Reader's pages are read again, and of several documents the number of pages becomes known
 * one by one: the bar waits then, while the sentence says the numbers as they are. Before they are known it only beats.
 */
export function pageBar() {
  const bar = el("progress", { max: "1", "aria-label": t("Pages read") });
  const sentence = el("p", { class: "pages" });
  const node = el("div", { class: "reading", hidden: true }, bar, sentence);
  let most = 0;
  let furthest = 0;

  function show(state) {
    node.hidden = state.status !== "reading" && state.status !== "accepted";
    if (state.status !== "reading") {
      [most, furthest] = [0, 0];
      bar.removeAttribute("value");
      sentence.textContent = "";
      return;
    }
    const { pages_done: done = 0, pages_total: total = 0 } = state.progress ?? {};
    if (!total) return;
    most = Math.max(most, Math.min(done, total));
    furthest = Math.max(furthest, most / total);
    bar.max = total;
    bar.value = furthest * total;
    sentence.textContent = most ? t("Reading page {n} of {of}", { n: most, of: total }) : tn(total, "Reading {n} page", "Reading {n} pages");
    bar.setAttribute("aria-valuetext", t("{n} of {of} pages read", { n: most, of: total }));
  }

  return { node, show };
}
