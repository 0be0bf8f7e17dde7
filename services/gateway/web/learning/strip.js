// How far one has come in the text: a strip with a mark for each page, the fuller the more of it was asked and answered rightly.

import { el } from "../frame/elements.js";
import { t, tn } from "../frame/language.js";
import { light } from "../documents/desk.js";
import { documentsOf, nameOf, placeName } from "../documents/pagename.js";

/** What a page's mark says. @param {Api["PagePassages"]} one */
function said(one) {
  if (!one.passages) return t("nothing to ask");
  return t("{asked} of {of} passages asked, {right} answered rightly", { asked: one.asked, of: one.passages, right: one.right });
}

/**
 * The strips of a course's documents; pressing a page opens it. Null where nothing can be told.
 * @param {Api["SessionState"]} state
 * @param {Api["TextPassages"]} found
 */
export function pageStrips(state, found) {
  if (!found.passages) return null;
  const several = found.documents.length > 1;
  return el("figure", { class: "heat" },
    el("figcaption", {}, tn(found.passages, "{asked} of {n} passage of the text is asked about, {right} you have answered rightly.", "{asked} of {n} passages of the text are asked about, {right} you have answered rightly.", { asked: found.asked, right: found.right })),
    found.documents.map((one) => {
      const doc = documentsOf(state).find((each) => each.sha256 === one.sha256);
      if (!doc || !one.pages.length) return null;
      return el("div", {}, several && el("p", { class: "soft", dir: "auto" }, nameOf(doc)), el("div", { class: "heat-strip" }, one.pages.map((page) => {
        const name = `${placeName(doc, { source_page: page.page })}: ${said(page)}`;
        const mark = el("button", { type: "button", class: page.passages ? null : "none", title: name, "aria-label": name,
          onclick: () => light(state, { block_id: "", document_sha256: one.sha256, source_page: page.page, quote: "" }) });
        const share = (count) => `${page.passages ? Math.round((count / page.passages) * 100) : 0}%`;
        mark.style.setProperty("--asked", share(page.asked));
        mark.style.setProperty("--right-share", share(page.right));
        return mark;
      })));
    }),
    el("p", { class: "heat-key soft", "aria-hidden": "true" }, el("span", { class: "of-asked" }, t("asked")), el("span", { class: "of-right" }, t("answered rightly"))));
}
