// What a person can decide in a review: approve, reject with a reason, or send a better scan. Each is asked once.

import { approve, reject, replaceDocument } from "../http/api.js";
import { asking } from "../frame/dialog.js";
import { announce, button, el } from "../frame/elements.js";
import { t } from "../frame/language.js";
import { SCANS } from "../documents/files.js";
import { newId } from "../http/ids.js";
import { onward, path } from "../frame/place.js";
import { isLow, isUnsure, measured, pagesNamed, pagesOf } from "./quality.js";
import { passwordField } from "../documents/sending.js";

/** Session -> the version at which something was decided here: as long as it stands there, the house is still at it. */
export const decided = new Map();

/** @param {Api["SessionState"]} state */
function done(state, word, go) {
  decided.set(state.session_id, state.version);
  announce(word);
  go(path("s", state.session_id));
}

/**
 * @param {Api["SessionState"]} state
 * @param {Api["ReviewView"]} view
 */
function approveButton(state, view, unsaved) {
  let key = newId();
  return button(t("Approve"), () => {
    const open = unsaved();
    const choices = pagesOf(view).filter((page) => (isLow(page) && page.words > 0) || isUnsure(page)).map((page) => [page.page,
      el("input", { type: "checkbox", onchange: () => { key = newId(); } }), page]);
    asking(t("Approve this document?"), [
      el("p", {}, t("The document goes on as if it had been read well, with your corrections. What was read badly and is not corrected stays out.")),
      choices.length > 0 && el("fieldset", { class: "accepted-pages" },
        el("legend", {}, t("Pages that count all the same, as they were recognised:")),
        choices.map(([number, box, page]) => el("label", { class: "toggle" }, box, t("Page {n}", { n: number }), el("span", { class: "soft" }, ` ${measured(page, view.recognition ?? {})}`))),
        el("p", { class: "soft" }, t("A wrong word on such a page can become a wrong question or answer."))),
      open.length ? el("p", { class: "hint-bad" }, t("Changed but not saved: {pages}. Only what is saved counts.", { pages: pagesNamed(open) })) : [],
    ], t("Approve it"), async () => {
      const go = onward();
      await approve(state.session_id, view.document_sha256, choices.filter(([, box]) => box.checked).map(([number]) => number), key);
      done(state, t("Approved"), go);
    }, { class: "primary" });
  }, { class: pagesOf(view).some(isLow) ? null : "primary" });
}

/**
 * @param {Api["SessionState"]} state
 * @param {Api["ReviewView"]} view
 */
function rejectButton(state, view) {
  const key = newId();
  const reason = el("textarea", { id: "reason", rows: "3", maxlength: "1000" });
  return button(t("Reject"), () => asking(t("Reject this document?"), [
    el("p", {}, t("Nothing is made from it. The reason is shown with the course and kept in its history.")),
    el("label", { class: "field", for: "reason" }, t("Why is it rejected?"), reason)], t("Reject it"), async () => {
    const go = onward();
    await reject(state.session_id, view.document_sha256, reason.value.trim(), key);
    done(state, t("Rejected"), go);
  }, { class: "danger-full" }), { class: "danger-full" });
}

/**
 * @param {Api["SessionState"]} state
 * @param {Api["ReviewView"]} view
 */
function replaceButton(state, view) {
  const file = el("input", { type: "file", id: "better", accept: SCANS });
  const word = passwordField({ id: "better-password" });
  let key = newId();
  return button(t("Upload a better scan"), () => asking(t("Upload a better scan"), [
    el("p", {}, t("It takes the place of “{name}” and is read from the beginning. Straight, evenly lit pages of 300 dpi are read best.", { name: `\u2068${view.filename}\u2069` })),
    el("label", { class: "field", for: "better" }, t("The better scan"), file),
    el("label", { class: "field", for: "better-password" }, t("Password (if it is encrypted)"), word)], t("Upload it"), async () => {
    if (!file.files.length) return t("Choose a file first.");
    const form = new FormData();
    const go = onward();
    if (word.value) form.append("password", word.value);
    form.append("file", file.files[0], file.files[0].name);
    try {
      await replaceDocument(state.session_id, view.document_sha256, form, key);
    } finally {
      key = newId();
    }
    done(state, t("Sent"), go);
    return null;
  }, { class: "primary" }));
}

/**
 * The three decisions as buttons, after what comes `first`. `unsaved()`: numbers of the pages whose text was changed here and
 * not saved. As long as pages are to be corrected, approving is not the first thing to do.
 * @param {Api["SessionState"]} state
 * @param {Api["ReviewView"]} view
 */
export function decisions(state, view, unsaved, first) {
  return el("div", { class: "actions" }, first, approveButton(state, view, unsaved), rejectButton(state, view), replaceButton(state, view));
}
