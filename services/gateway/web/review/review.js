// The review of a document: why it waits, its pages with their numbers, what can be decided, and what was done so far.

import { review, session } from "../http/api.js";
import { decisions } from "./decide.js";
import { el, link, plural, title, when } from "../frame/elements.js";
import { documentsOf, nameOf } from "../documents/pagename.js";
import { path } from "../frame/place.js";
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
  const number = (name, value, least) => el("div", {}, el("dt", {}, name), el("dd", {}, el("strong", {}, value), el("span", { class: "soft" }, ` at least ${least}`)));
  return el("dl", { class: "numbers" },
    number("Confidence of the words", percent(recognition.confidence), percent(recognition.least_confidence)),
    number("Ink inside the words", covered(recognition.coverage), covered(recognition.least_coverage)),
    el("div", {}, el("dt", {}, "Pages to look at"), el("dd", {}, el("strong", {}, String(low.length)), el("span", { class: "soft" }, ` of ${recognition.pages.length}`))));
}

function pageRow(at, page, unsaved) {
  const [tone, sign, word] = verdictOf(page);
  const cell = (name, value) => el("td", { "data-name": name }, value);
  return el("tr", { class: isLow(page) ? "low" : null },
    el("th", { scope: "row" }, link(`Page ${page.page}`, at(page.page))),
    el("td", { class: "verdict-cell" }, el("span", { class: `badge ${tone}` }, el("span", { "aria-hidden": "true" }, `${sign} `), word),
      unsaved && el("span", { class: "badge warn" }, "Not saved"),
      page.reason && el("p", { class: "soft" }, page.reason)),
    cell("Confidence", percent(page.confidence)), cell("Coverage", covered(page.coverage)), cell("Words", String(page.words ?? 0)));
}

/**
 * Those that need a person first to be seen; the others on demand, since a long scan has hundreds.
 * @param {Api["ReviewView"]} view
 */
function pageTable(view, at, unsaved) {
  const all = pagesOf(view);
  const low = all.filter((page) => isLow(page) || isUnsure(page) || page.corrected);
  const body = el("tbody", {});
  const draw = (pages) => body.replaceChildren(...pages.map((page) => pageRow(at, page, unsaved.includes(page.page))));
  const some = low.length > 0 && low.length < all.length;
  const every = some && el("label", { class: "toggle" },
    el("input", { type: "checkbox", onchange: (event) => draw(event.target.checked ? all : low) }), `Show all ${all.length} pages`);
  draw(some ? low : all);
  return el("section", {}, el("div", { class: "section-head" }, el("h2", {}, "Pages"), every),
    all.length > 0
      ? el("table", { class: "pages-table" },
        el("thead", {}, el("tr", {}, ["Page", "Result", "Confidence", "Coverage", "Words"].map((name) => el("th", { scope: "col" }, name)))), body)
      : el("p", { class: "soft" }, "No page of it was recognised."));
}

const DONE = {
  held: "Held for review",
  corrected: "Text corrected",
  approved: "Approved",
  rejected: "Rejected",
  replaced: "Better scan sent",
};

function entry(one) {
  return el("li", {},
    el("p", {}, el("strong", {}, DONE[one.action] ?? one.action), one.page ? `, page ${one.page}` : "",
      Number.isInteger(one.characters) ? ` (${plural(one.characters, "character")})` : "", one.detail ? `: ${one.detail}` : ""),
    el("p", { class: "soft" }, el("time", { datetime: one.timestamp }, when(one.timestamp)), one.user_id ? ` · ${one.user_id}` : ""));
}

export function history(entries) {
  return el("section", {}, el("h2", {}, "What was done"),
    entries?.length ? el("ol", { class: "history" }, entries.map(entry)) : el("p", { class: "soft" }, "Nothing yet."));
}

/**
 * The other documents of the session that were recognised, to go to their reviews.
 * @param {Api["SessionState"]} state
 * @param {Api["ReviewView"]} view
 */
function others(state, view) {
  const rest = documentsOf(state).filter((doc) => doc.sha256 && doc.sha256 !== view.document_sha256
    && (doc.left_out?.length || Number.isFinite(doc.ocr_confidence)));
  return rest.length > 0 && el("p", { class: "soft" }, "Other documents of the session: ",
    rest.map((doc, index) => [index ? ", " : "", link(nameOf(doc), path("review", state.session_id, doc.sha256), { dir: "auto" })]));
}

export async function reviewView(place, id, sha, signal) {
  const [{ data: view }, { data: state }] = await Promise.all([review(id, sha, signal), session(id, signal)]);
  if (!view) {
    place.append(link("Back to the document", path("s", id), { class: "back" }), title("Nothing to review yet"), el("p", {}, "The document is still being read."));
    return;
  }
  const at = (page) => path("review", id, view.document_sha256, page);
  const low = pagesOf(view).filter(isLow).map((page) => page.page);
  const unsure = pagesOf(view).filter(isUnsure).reduce((sum, page) => sum + page.unsure_lines, 0);
  const unsaved = () => changedPages(id, view.document_sha256);
  const why = view.problem?.detail ?? (low.length ? `Left out, because they could not be read well enough: ${pagesNamed(low)}.` : unsure ? `Left out: sentences on ${plural(unsure, "line")} with words that were not read surely.` : "");
  place.append(...[
    link("Back to the document", path("s", id), { class: "back" }),
    title("Review: ", el("bdi", {}, view.filename)),
    el("section", { class: "card attention" },
      why && el("p", {}, why), numbers(view),
      view.open
        ? [el("p", {}, low.length > 0 && ["Correct the pages (", link(`start with page ${low[0]}`, at(low[0])), "), then approve the document: what is not corrected stays out, unless you say otherwise. "],
          low.length ? "Or reject it, or send a better scan." : "Approve the document, reject it, or send a better scan."),
          decisions(state, view, unsaved)]
        : el("p", { class: "soft" }, "This review is closed: nothing can be changed any more.")),
    pageTable(view, at, unsaved()), history(view.history), others(state, view),
  ].filter(Boolean));
}
