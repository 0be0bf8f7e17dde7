// The first view: give a document, and the list of those given before.

import { sessions } from "../http/api.js";
import { due, maybe } from "../http/learnerapi.js";
import { button, el, link, plural, title, when } from "../frame/elements.js";
import { curriculumFold } from "../lessons/curriculum.js";
import { filePicker, MOST_FILES } from "./files.js";
import { newId } from "../http/ids.js";
import { path } from "../frame/place.js";
import { statusWord } from "../sessions/progress.js";
import { forgotten } from "../sessions/forget.js";
import { troublePanel } from "../frame/trouble.js";
import { orderFields, orderOf } from "./order.js";
import { pendingReviews } from "../review/pending.js";
import { send } from "./sending.js";

function uploadForm(signal) {
  const said = el("div", {});
  let key = newId();
  const renew = () => {
    key = newId();
    said.replaceChildren();
  };
  const picker = filePicker(renew, signal);
  const go = el("button", { type: "submit", class: "primary" }, "Make my course");
  const form = el("form", { class: "card upload", novalidate: true, onsubmit, onchange: renew },
    picker.zone, orderFields(), said, el("div", { class: "actions" }, go));

  /** What must be mended before it can be sent, as a sentence; null if nothing. */
  function amiss(files) {
    if (!files.length) return "Choose a document first.";
    if (files.length > MOST_FILES) return `One course takes ${MOST_FILES} documents at most, these are ${files.length}.`;
    return null;
  }

  async function onsubmit(event) {
    event.preventDefault();
    if (go.getAttribute("aria-disabled") === "true") return;
    const files = picker.files();
    const sentence = amiss(files);
    if (sentence) {
      said.replaceChildren(el("p", { class: "hint-bad", role: "alert" }, sentence));
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
    said.replaceChildren(el("p", { role: "status" }, "Sending ", files.length === 1 ? el("bdi", {}, files[0].name) : plural(files.length, "document"), "…"));
    try {
      await send(orderOf(form), files, key, signal);
    } catch (error) {
      if (signal.aborted) return;
      if (error.status === 401) throw error;
      if (error.status) key = newId();
      said.replaceChildren(troublePanel(error));
      if (error.problem?.code === "encrypted") askPassword(form);
    } finally {
      go.removeAttribute("aria-disabled");
    }
  }
  return form;
}

/** Unfolds the settings at the password: it was refused without the right one. */
function askPassword(form) {
  const field = form.querySelector("[name=password]");
  field.closest("details").open = true;
  field.focus();
}

const TONES = { ready: "good", failed: "bad", pending_review: "warn" };

function line(session) {
  const tone = TONES[session.status] ?? "";
  return el("li", {},
    link(session.title || session.filename, path("s", session.session_id), { dir: "auto" }),
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

/** How many reviews are due; a house that cannot say is no reason for a start page without the rest. */
async function reviewsDue(place, signal) {
  const found = await maybe(due(1, signal)).catch((error) => {
    if (signal.aborted || error.status === 401) throw error;
    return null;
  });
  if (!found?.total) return;
  place.append(el("p", { class: "card due-line" }, link(`${plural(found.total, "review")} due`, path("due")),
    el("span", { class: "soft" }, " Recall them now, before they fade.")));
}

export async function startView(place, signal) {
  place.append(
    title("Turn documents into a course"),
    el("p", { class: "lead" }, "Quiz and flashcards in which every answer shows where it stands in the text."),
  );
  const dueNow = el("section", {});
  place.append(dueNow, uploadForm(signal), curriculumFold(signal));
  const waiting = el("section", { hidden: true });
  const before = el("section", { class: "earlier" });
  place.append(waiting, before);
  await Promise.all([reviewsDue(dueNow, signal), pendingReviews(waiting, signal), earlier(before, signal)]);
}
