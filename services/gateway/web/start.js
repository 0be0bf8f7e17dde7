// The first view: give a document, and the list of those given before.

import { sessions, upload } from "./api.js";
import { button, el, link, title, when } from "./elements.js";
import { newId } from "./ids.js";
import { path } from "./place.js";
import { statusWord } from "./progress.js";
import { forgotten } from "./forget.js";
import { troublePanel } from "./trouble.js";
import { orderFields, orderOf } from "./order.js";

function sizeOf(file) {
  const mb = file.size / 1e6;
  return mb >= 1 ? `${mb.toFixed(1)} MB` : `${Math.max(1, Math.round(file.size / 1000))} kB`;
}

/** A drop zone around an ordinary file field, so that keyboard and screen reader get the field they know. */
function filePicker(onFile) {
  const chosen = el("span", { class: "chosen", "aria-live": "polite" }, "or drop it here");
  const field = el("input", { type: "file", id: "file", name: "file", accept: ".pdf,application/pdf", class: "unseen",
    "aria-describedby": "file-chosen" });
  chosen.id = "file-chosen";
  const zone = el("div", { class: "drop" }, field, el("label", { for: "file", class: "button" }, "Choose a document"), chosen);
  let file = null;
  function take(files) {
    if (!files.length) return;
    file = files[0];
    chosen.textContent = `${file.name} (${sizeOf(file)})`;
    zone.classList.add("filled");
    onFile();
  }
  field.addEventListener("change", () => take(field.files));
  zone.addEventListener("dragover", (event) => {
    event.preventDefault();
    zone.classList.add("over");
  });
  zone.addEventListener("dragleave", (event) => zone.contains(event.relatedTarget) || zone.classList.remove("over"));
  zone.addEventListener("drop", (event) => {
    event.preventDefault();
    zone.classList.remove("over");
    take(event.dataTransfer.files);
  });
  return { zone, field, file: () => file };
}

function uploadForm(signal) {
  const said = el("div", {});
  let key = newId();
  const renew = () => {
    key = newId();
    said.replaceChildren();
  };
  const picker = filePicker(renew);
  const go = el("button", { type: "submit", class: "primary" }, "Make my course");
  const form = el("form", { class: "card upload", novalidate: true, onsubmit, onchange: renew },
    picker.zone, orderFields(), said, el("div", { class: "actions" }, go));

  async function onsubmit(event) {
    event.preventDefault();
    if (go.getAttribute("aria-disabled") === "true") return;
    const file = picker.file();
    if (!file) {
      said.replaceChildren(el("p", { class: "hint-bad", role: "alert" }, "Choose a document first."));
      picker.field.focus();
      return;
    }
    const wrong = form.querySelector(":invalid:not(fieldset)");
    if (wrong) {
      const fold = wrong.closest("details");
      if (fold) fold.open = true;
      wrong.reportValidity();
      return;
    }
    go.setAttribute("aria-disabled", "true");
    said.replaceChildren(el("p", { role: "status" }, `Sending ${file.name}…`));
    try {
      const body = orderOf(form);
      body.append("file", file, file.name);
      const { data } = await upload(body, key, signal);
      location.hash = path("s", data.session_id);
    } catch (error) {
      if (signal.aborted) return;
      if (error.status === 401) throw error;
      if (error.status) key = newId();
      said.replaceChildren(troublePanel(error));
    } finally {
      go.removeAttribute("aria-disabled");
    }
  }
  return form;
}

function line(session) {
  const tone = session.status === "ready" ? "good" : session.status === "failed" ? "bad" : "";
  return el("li", {},
    link(session.title || session.filename, path("s", session.session_id)),
    el("span", { class: "line-facts" },
      el("span", { class: `badge ${tone}` }, statusWord(session.status)),
      el("time", { datetime: session.created_at }, when(session.created_at))));
}

async function earlier(place, signal) {
  const list = el("ul", { class: "lines" });
  const more = el("div", {});
  async function page(cursor) {
    const { data } = await sessions(cursor, signal);
    const shown = data.sessions.filter((one) => one.status !== "forgotten" && !forgotten.has(one.session_id));
    list.append(...shown.map(line));
    more.replaceChildren(...(data.next ? [button("Show more", () => page(data.next), { class: "quiet" })] : []));
  }
  await page(null);
  place.append(el("h2", {}, "Your documents"), list.children.length ? list : el("p", { class: "soft" }, "None yet."), more);
}

export async function startView(place, signal) {
  place.append(
    title("Turn a document into a course"),
    el("p", { class: "lead" }, "Quiz and flashcards in which every answer shows where it stands in the text."),
    uploadForm(signal),
  );
  const before = el("section", { class: "earlier" });
  place.append(before);
  await earlier(before, signal);
}
