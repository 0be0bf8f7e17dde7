// Pictures of pages. They need the token, so they are fetched, shown as blobs, and let go when the view is left.

import { picture, pictureAt } from "../http/api.js";
import { button, el } from "../frame/elements.js";
import { showDialog } from "../frame/dialog.js";
import { documentOf, nameOf, placeName } from "./pagename.js";
import { troublePanel } from "../frame/trouble.js";

/** Documents whose pictures the house said it has not: "session/sha". */
const without = new Set();

/** An <img> of the address, decoded; null where there is no such picture. Its memory is freed when `signal` aborts. */
export async function pictureOf(address, alt, signal) {
  const blob = await picture(address, signal);
  if (!blob || signal.aborted) return null;
  const url = URL.createObjectURL(blob);
  signal.addEventListener("abort", () => URL.revokeObjectURL(url), { once: true });
  const image = el("img", { src: url, alt });
  await image.decode();
  return image;
}

/** Fills `frame` with the picture, the wait for it, or why it did not come. Returns the <img>, null without one, undefined if it failed. */
export async function fill(frame, address, alt, signal) {
  frame.setAttribute("aria-busy", "true");
  frame.replaceChildren(el("p", { class: "soft drawing" }, "Drawing the page…"));
  try {
    const image = await pictureOf(address, alt, signal);
    if (signal.aborted) return null;
    frame.replaceChildren(image ?? el("p", { class: "soft drawing" }, "There is no picture of this page."));
    return image;
  } catch (error) {
    if (signal.aborted) return null;
    frame.replaceChildren(troublePanel(error, button("Try again", () => fill(frame, address, alt, signal))));
    return undefined;
  } finally {
    frame.removeAttribute("aria-busy");
  }
}

/**
 * @param {Api["SessionState"]} state
 * @param {Api["DocView"]} doc
 * @param {import("./pagename.js").Place} proof
 */
async function open(state, doc, proof) {
  const name = placeName(doc, proof);
  const frame = el("div", { class: "picture", tabindex: "0", role: "region", "aria-label": `Picture of ${name.toLowerCase()}` });
  const larger = button("Larger", () => {
    const large = box.classList.toggle("large");
    larger.textContent = large ? "Smaller" : "Larger";
    larger.setAttribute("aria-pressed", String(large));
  }, { class: "quiet", "aria-pressed": "false" });
  const { box, signal } = showDialog(`${name} of ${nameOf(doc)}`, frame, { class: "place pictured" });
  const marked = { block: proof.block_id, start: proof.start, end: proof.end };
  const alt = `${name} of ${nameOf(doc)}${proof.quote ? `, with the place marked that reads: ${proof.quote}` : ""}`;
  const image = await fill(frame, pictureAt(state.session_id, proof.source_page, doc.sha256, marked), alt, signal);
  if (image) box.querySelector(".place-head button").before(larger);
  if (image === null && !signal.aborted) {
    without.add(`${state.session_id}/${doc.sha256}`);
    for (const one of document.querySelectorAll("button.see-page")) if (/** @type {HTMLElement} */ (one).dataset.document === doc.sha256) one.remove();
  }
}

/**
 * The button that shows the page itself with the place marked; null for a document that has no pages to show.
 * @param {Api["SessionState"]} state
 * @param {import("./pagename.js").Place} proof
 */
export function pictureButton(state, proof) {
  const doc = documentOf(state, proof);
  const paged = (doc.page_kind ?? "page") === "page" && Boolean(doc.pages);
  if (!paged || without.has(`${state.session_id}/${doc.sha256}`)) return null;
  return button("See the page", () => open(state, doc, proof), { class: "quiet see see-page", "data-document": doc.sha256 ?? "" });
}
