// The review of a document: why it waits, its pages with their numbers, what can be decided, and what was done so far.

import { review, session } from "../http/api.js";
import { decisions } from "./decide.js";
import { draw, h, live } from "../frame/draw.js";
import { el, link, title, when } from "../frame/elements.js";
import { t, tn } from "../frame/language.js";
import { documentsOf, nameOf } from "../documents/pagename.js";
import { isOwner, path } from "../frame/place.js";
import { covered, isLow, isUnsure, pagesNamed, pagesOf, percent, verdictOf } from "./quality.js";
import { changedPages } from "./retyped.js";

/**
 * The two numbers of the whole document beside what they must reach, and the pages that need a person.
 * @param {Api["ReviewView"]} view
 */
function numbers(view) {
  const { recognition } = view;
  if (!recognition) return null;
  const low = pagesOf(view).filter(isLow);
  const number = (name, value, least) => h("div", {}, h("dt", {}, name), h("dd", {}, h("strong", {}, value), h("span", { class: "soft" }, ` ${t("at least {least}", { least })}`)));
  return h("dl", { class: "numbers" },
    number(t("Confidence of the words"), percent(recognition.confidence), percent(recognition.least_confidence)),
    number(t("Print inside the words"), covered(recognition.coverage), covered(recognition.least_coverage)),
    h("div", {}, h("dt", {}, t("Pages to look at")), h("dd", {}, h("strong", {}, String(low.length)), h("span", { class: "soft" }, ` ${t("of {of}", { of: recognition.pages.length })}`))));
}

function pageRow(at, page, unsaved) {
  const [tone, sign, word] = verdictOf(page);
  const cell = (name, value) => h("td", { "data-name": name }, value);
  return h("tr", { key: String(page.page), class: isLow(page) ? "low" : null },
    h("th", { scope: "row" }, h("a", { href: at(page.page) }, t("Page {n}", { n: page.page }))),
    h("td", { class: "verdict-cell" }, h("span", { class: `badge ${tone}` }, h("span", { "aria-hidden": "true" }, `${sign} `), word),
      unsaved && h("span", { class: "badge warn" }, t("Not saved")),
      page.reason && h("p", { class: "soft" }, page.reason)),
    cell(t("Confidence"), percent(page.confidence)), cell(t("Coverage"), covered(page.coverage)), cell(t("Words"), String(page.words ?? 0)));
}

/**
 * Those that need a person first to be seen; the others on demand, since a long scan has hundreds.
 * @param {Api["ReviewView"]} view
 */
function pageTable(view, at, unsaved) {
  const all = pagesOf(view);
  const low = all.filter((page) => isLow(page) || isUnsure(page) || page.corrected);
  const some = low.length > 0 && low.length < all.length;
  const node = el("section", {});
  const shown = live(node, { every: !some }, ({ every }) => [
    h("div", { class: "section-head" }, h("h2", {}, t("Pages")), some && h("label", { class: "toggle" },
      h("input", { type: "checkbox", onchange: (event) => shown.set({ every: event.currentTarget.checked }) }), t("Show all {n} pages", { n: all.length }))),
    all.length > 0
      ? h("table", { class: "pages-table" },
        h("thead", {}, h("tr", {}, [t("Page"), t("Result"), t("Confidence"), t("Coverage"), t("Words")].map((name) => h("th", { scope: "col" }, name)))),
        h("tbody", {}, (every ? all : low).map((page) => pageRow(at, page, unsaved.includes(page.page)))))
      : h("p", { class: "soft" }, t("No page of it was recognised.")),
  ]);
  return node;
}

const DONE = {
  held: () => t("Held for review"),
  corrected: () => t("Text corrected"),
  approved: () => t("Approved"),
  rejected: () => t("Rejected"),
  replaced: () => t("Better scan sent"),
};

function entry(one) {
  return h("li", {},
    h("p", {}, h("strong", {}, DONE[one.action]?.() ?? one.action), one.page ? `, ${t("page {n}", { n: one.page })}` : "",
      Number.isInteger(one.characters) ? ` (${tn(one.characters, "{n} character", "{n} characters")})` : "", one.detail ? `: ${one.detail}` : ""),
    h("p", { class: "soft" }, h("time", { datetime: one.timestamp }, when(one.timestamp)), one.user_id ? ` · ${one.user_id}` : ""));
}

function history(entries) {
  return h("section", {}, h("h2", {}, t("What was done")),
    entries?.length ? h("ol", { class: "history" }, entries.map(entry)) : h("p", { class: "soft" }, t("Nothing yet.")));
}

/**
 * The other documents of the session that were recognised, to go to their reviews.
 * @param {Api["SessionState"]} state
 * @param {Api["ReviewView"]} view
 */
function others(state, view) {
  const rest = documentsOf(state).filter((doc) => doc.sha256 && doc.sha256 !== view.document_sha256
    && (doc.left_out?.length || Number.isFinite(doc.ocr_confidence)));
  return rest.length > 0 && h("p", { class: "soft" }, t("Other documents of the course:"), " ",
    rest.map((doc, index) => [index ? ", " : "", h("a", { href: path("review", state.session_id, doc.sha256 ?? ""), dir: "auto" }, nameOf(doc))]));
}

const back = (id) => el("p", { class: "ways" }, link(t("Back to the course"), path("s", id), { class: "back" }), isOwner() && link(t("All that waits"), path("owner")));

export async function reviewView(place, id, sha, signal) {
  place.classList.add("owners", "review-view");
  const [{ data: view }, { data: state }] = await Promise.all([review(id, sha, signal), session(id, signal)]);
  if (!view) {
    draw(place, back(id), title(t("Nothing to review yet")), h("p", { class: "card to-come" }, t("The document is still being read.")));
    return;
  }
  const at = (page) => path("review", id, view.document_sha256, page);
  const low = pagesOf(view).filter(isLow).map((page) => page.page);
  const unsure = pagesOf(view).filter(isUnsure).reduce((sum, page) => sum + page.unsure_lines, 0);
  const unsaved = () => changedPages(id, view.document_sha256);
  const why = view.problem?.detail ?? (low.length ? t("Left out, because they could not be read well enough: {pages}.", { pages: pagesNamed(low) })
    : unsure ? tn(unsure, "Left out: sentences on {n} line with words that were not read surely.", "Left out: sentences on {n} lines with words that were not read surely.") : "");
  draw(place,
    back(id), title(t("Review:"), " ", el("bdi", {}, view.filename)),
    h("section", { class: "card attention" },
      why && h("p", {}, why), numbers(view),
      view.open
        ? [h("p", {}, low.length ? t("Correct the pages, then approve the document: what is not corrected stays out, unless you say otherwise. Or reject it, or send a better scan.")
          : t("Approve the document, reject it, or send a better scan.")),
        decisions(state, view, unsaved, low.length > 0 && link(t("Start with page {n}", { n: low[0] }), at(low[0]), { class: "button primary" }))]
        : h("p", { class: "soft" }, t("This review is closed: nothing can be changed any more."))),
    pageTable(view, at, unsaved()), history(view.history), others(state, view));
}
