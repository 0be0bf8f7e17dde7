// Bringing documents: chosen, dropped anywhere on the page, pasted, or photographed; and the list of what was brought.

import { h } from "../frame/draw.js";
import { locale, t } from "../frame/language.js";

/** What the house reads. The browser's own dialog is narrowed by it; what counts is the content, which the house judges. */
export const ACCEPT = [
  ".pdf", ".docx", ".pptx", ".epub", ".html", ".htm", ".xhtml", ".txt", ".text", ".md", ".markdown", ".srt", ".vtt",
  ".png", ".jpg", ".jpeg", ".tif", ".tiff", "application/pdf", "text/plain", "text/markdown", "text/html", "text/vtt",
  "application/epub+zip", "image/png", "image/jpeg", "image/tiff",
].join(",");
export const SCANS = ".pdf,.png,.jpg,.jpeg,.tif,.tiff,application/pdf,image/png,image/jpeg,image/tiff";
export const TYPES = "PDF, Word, PowerPoint, EPUB, HTML, Markdown, TXT, SRT, WebVTT, PNG, JPEG, TIFF";
export const MOST_FILES = 50;

export function sizeOf(bytes) {
  const mb = bytes / 1e6;
  return mb >= 1 ? `${mb.toLocaleString(locale(), { minimumFractionDigits: 1, maximumFractionDigits: 1 })} MB` : `${Math.max(1, Math.round(bytes / 1000))} kB`;
}

const same = (one, other) => one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;

/** `files` and those of `added` that are not among them. Pure. */
export const joined = (files, added) => [...files, ...Array.from(added).filter((file) => !files.some((one) => same(one, file)))];

/** The list of what was brought, each with a button that removes it. */
export function fileList(files, remove) {
  return h("ul", { class: "chosen", "aria-label": t("Chosen documents") }, files.map((file) => h("li", { key: `${file.name} ${file.size} ${file.lastModified}` },
    h("span", { class: "file-name", dir: "auto" }, file.name), h("span", { class: "soft" }, sizeOf(file.size)),
    h("button", { type: "button", class: "quiet", "aria-label": t("Remove {name}", { name: file.name }), onclick: () => remove(file) }, t("Remove")))));
}

const TITLE = 60;

/** Pasted text as a document: named after its first line. Pure but for the clock. */
export function written(text) {
  const first = text.trim().split("\n")[0].replace(/[\\/:*?"<>|#]+/g, " ").replace(/\s+/g, " ").trim();
  const name = first.length > TITLE ? `${first.slice(0, TITLE).replace(/\s\S*$/, "")}…` : first;
  return new File([text], `${name || "text"}.txt`, { type: "text/plain" });
}

/**
 * The whole page takes what is dropped (beside the zone the browser would leave the page and show the file), and what is
 * pasted outside of a field. `over(on)`: something hovers; `take(files)`; `text(text)`.
 */
export function wholePage({ over, take, text }, signal) {
  const hovers = (on) => (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    over(on);
  };
  document.addEventListener("dragover", hovers(true), { signal });
  document.addEventListener("dragleave", (event) => event.relatedTarget || over(false), { signal });
  document.addEventListener("drop", (event) => {
    hovers(false)(event);
    take(Array.from(event.dataTransfer?.files ?? []));
  }, { signal });
  document.addEventListener("paste", (event) => {
    if (/** @type {Element} */ (event.target).closest?.("input, textarea, dialog")) return;
    const files = Array.from(event.clipboardData?.files ?? []);
    if (files.length) take(files);
    else if (event.clipboardData?.getData("text").trim()) text(event.clipboardData.getData("text"));
  }, { signal });
}
