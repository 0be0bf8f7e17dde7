// The ways between what an owner looks after in a course, and back to all that waits.

import { el, link } from "../frame/elements.js";
import { t } from "../frame/language.js";
import { path } from "../frame/place.js";

const WAYS = [["items", "Questions"], ["coverage", "Coverage"], ["class", "Class"], ["statistics", "Statistics"], ["disputes", "Objections"]];

/** Above every view of an owner's course. `here`: which of them it is. */
export function ownerWays(id, here) {
  const tabs = el("nav", { class: "tabs", "aria-label": t("For the owner") }, WAYS.map(([name, word]) =>
    link(t(word), path("s", id, name), { "aria-current": name === here ? "page" : null })));
  // Where they do not all fit, the one that is looked at is in sight.
  requestAnimationFrame(() => (tabs.scrollLeft = /** @type {HTMLElement} */ (tabs.querySelector("[aria-current]")).offsetLeft - tabs.offsetLeft - 24));
  return el("div", { class: "owners-head" },
    el("p", { class: "ways" }, link(t("Back to the course"), path("s", id), { class: "back" }), link(t("All that waits"), path("owner"))),
    tabs);
}
