// What a session was made from: each document's name, pages, language, how well it was recognised, and its notices.

import { el } from "../frame/elements.js";
import { language as spoken, t, tn } from "../frame/language.js";
import { documentsOf, nameOf, unit } from "./pagename.js";
import { percent } from "../review/quality.js";

const UNITS = {
  page: (n) => tn(n, "{n} page", "{n} pages"),
  slide: (n) => tn(n, "{n} slide", "{n} slides"),
  section: (n) => tn(n, "{n} section", "{n} sections"),
  passage: (n) => tn(n, "{n} passage", "{n} passages"),
};

/** "3 pages", "12 slides". @param {Api["DocView"]} doc */
export const pagesOf = (doc) => (doc.pages ? UNITS[unit(doc)](doc.pages) : "");

/** "nb" is "Norwegian Bokmål", "und" an unknown one; a code that nobody knows stays as it is. Pure. */
export function language(code) {
  if (code === "und") return t("unknown language");
  try {
    return code ? new Intl.DisplayNames([spoken()], { type: "language", fallback: "code" }).of(code) : "";
  } catch {
    return code;
  }
}

/** @param {Api["DocView"]} doc */
function facts(doc) {
  const found = [
    doc.title && doc.title !== doc.filename && doc.filename && el("bdi", {}, doc.filename),
    pagesOf(doc),
    language(doc.language),
    Number.isFinite(doc.ocr_confidence) && t("recognised with {percent} confidence", { percent: percent(doc.ocr_confidence) }),
  ].filter(Boolean);
  return found.length > 0 && el("p", { class: "soft" }, found.map((one, at) => [at > 0 && " · ", one]));
}

/**
 * Pages left out are told with the way to their review, so their notice is not repeated.
 * @param {Api["DocView"]} doc
 */
function notices(doc) {
  const told = (doc.notices ?? []).filter((one) => one.code !== "pages_left_out" || !doc.left_out?.length);
  return told.length > 0 && el("ul", { class: "notices" }, told.map((one) => el("li", {}, one.sentence)));
}

/**
 * The heading of a session: its document's name, of several the first one's and how many more.
 * @param {Api["SessionState"]} state
 */
export function sessionName(state) {
  const [first, ...more] = documentsOf(state);
  return nameOf(first) + (more.length ? ` ${tn(more.length, "and {n} more document", "and {n} more documents")}` : "");
}

/**
 * One document as a line of facts, several as a list.
 * @param {Api["SessionState"]} state
 */
export function documentList(state) {
  const all = documentsOf(state);
  if (all.length === 1) return [facts(all[0]), notices(all[0])].filter(Boolean);
  return [el("details", { class: "documents", open: all.length <= 4 }, el("summary", {}, tn(all.length, "{n} document", "{n} documents")),
    el("ul", {}, all.map((doc) => el("li", {}, el("strong", { dir: "auto" }, nameOf(doc)), facts(doc), notices(doc)))))];
}
