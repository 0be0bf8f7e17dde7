// Choosing documents: a drop zone around an ordinary file field, and the list of what was chosen.

import { button, el, plural } from "../frame/elements.js";

/** What the house reads. The browser's own dialog is narrowed by it; what counts is the content, which the house judges. */
export const ACCEPT = [
  ".pdf", ".docx", ".pptx", ".epub", ".html", ".htm", ".xhtml", ".txt", ".text", ".md", ".markdown", ".srt", ".vtt",
  ".png", ".jpg", ".jpeg", ".tif", ".tiff", "application/pdf", "text/plain", "text/markdown", "text/html", "text/vtt",
  "application/epub+zip", "image/png", "image/jpeg", "image/tiff",
].join(",");
export const SCANS = ".pdf,.png,.jpg,.jpeg,.tif,.tiff,application/pdf,image/png,image/jpeg,image/tiff";
const TYPES = "PDF, Word, PowerPoint, EPUB, HTML, Markdown, text, subtitles (SRT, WebVTT), PNG, JPEG, TIFF";
export const MOST_FILES = 50;

export function sizeOf(bytes) {
  const mb = bytes / 1e6;
  return mb >= 1 ? `${mb.toFixed(1)} MB` : `${Math.max(1, Math.round(bytes / 1000))} kB`;
}

const same = (one, other) => one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;

/** {zone, field, files()}: choosing and dropping add files, each has a button that removes it. `onChange()` after each. */
export function filePicker(onChange, signal) {
  let files = [];
  const hint = el("span", { class: "soft" }, "or drop them here");
  const list = el("ul", { class: "chosen", "aria-label": "Chosen documents" });
  const said = el("p", { class: "unseen", role: "status" });
  const field = el("input", { type: "file", id: "file", name: "file", multiple: true, accept: ACCEPT, class: "unseen", "aria-describedby": "file-types" });
  const label = el("label", { for: "file", class: "button" }, "Choose documents");
  const zone = el("div", { class: "drop" }, field,
    el("div", { class: "drop-ask" }, label, hint), list, el("p", { class: "soft types", id: "file-types" }, TYPES), said);

  function take(added) {
    const fresh = [...added].filter((file) => !files.some((one) => same(one, file)));
    files = [...files, ...fresh];
    if (added.length) changed();
    field.value = "";
  }

  function remove(file) {
    files = files.filter((one) => one !== file);
    changed();
    (list.querySelector("button") ?? field).focus();
  }

  function changed() {
    list.replaceChildren(...files.map((file) => el("li", {},
      el("span", { class: "file-name", dir: "auto" }, file.name), el("span", { class: "soft" }, sizeOf(file.size)),
      button("Remove", () => remove(file), { class: "quiet", "aria-label": `Remove ${file.name}` }))));
    zone.classList.toggle("filled", files.length > 0);
    label.textContent = files.length ? "Add more" : "Choose documents";
    said.textContent = files.length ? `${plural(files.length, "document")} chosen` : "No document chosen";
    onChange();
  }

  field.addEventListener("change", () => take(field.files));
  // The whole page takes what is dropped: next to the zone the browser would leave the page and show the file.
  const over = (on) => (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    zone.classList.toggle("over", on);
  };
  document.addEventListener("dragover", over(true), { signal });
  document.addEventListener("dragleave", (event) => event.relatedTarget || zone.classList.remove("over"), { signal });
  document.addEventListener("drop", (event) => {
    over(false)(event);
    take(event.dataTransfer?.files ?? []);
  }, { signal });
  return { zone, field, files: () => files };
}
