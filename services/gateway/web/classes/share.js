// Sharing a course: its code and link, how many have joined, and closing it.

import { close, share, shared } from "../http/classapi.js";
import { announce, busy, button, el, plural } from "../frame/elements.js";
import { newId } from "../http/ids.js";
import { sleep } from "../http/sleep.js";
import { troublePanel } from "../frame/trouble.js";

const PATIENCE = 40;

/** A text in a field that can be copied. */
export function copyField(label, id, text) {
  const field = el("input", { type: "text", id, value: text, readonly: true, onfocus: (event) => event.target.select() });
  const control = button("Copy", async () => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      field.select(); // Without the clipboard (a house in the local net) it is marked, ready to be copied.
      document.execCommand("copy");
    }
    announce("Copied");
    control.textContent = "Copied";
  }, { "aria-label": `Copy: ${label}` });
  return el("div", { class: "field" }, el("label", { for: id }, label), el("span", { class: "row" }, field, control));
}

const linkOf = (view) => (view.url ? new URL(view.url, location.href).href : `${location.origin}/#join=${view.code}`);

function open(view, again) {
  const said = el("div", {});
  const end = button("Close the course", () => busy(end, async () => {
    try {
      await close(view.course_id);
      announce("Closed");
      await again(false);
    } catch (error) {
      said.replaceChildren(troublePanel(error));
    }
  }), { class: "danger-full" });
  return [
    el("p", {}, "Whoever has the code or the link can join, without an account. ", plural(view.learners, "learner has", "learners have"), " joined."),
    el("p", { class: "code" }, el("span", { class: "soft" }, "Code "), el("strong", {}, view.code)),
    copyField("Link", "join-link", linkOf(view)),
    el("p", { class: "soft" }, "Closed, nobody joins any more; who has joined goes on."), said, el("div", { class: "actions" }, end),
  ];
}

function closed(view, again) {
  const said = el("div", {});
  const go = button("Share this course", () => busy(go, async () => {
    try {
      await share(view.course_id, newId());
      announce("Shared");
      await again(true);
    } catch (error) {
      said.replaceChildren(troublePanel(error));
    }
  }), { class: "primary" });
  return [
    el("p", {}, "A class can learn from this course: your documents, questions and cards, each learner for themselves. They join by a code or a link.",
      view.learners > 0 && ` ${plural(view.learners, "learner has", "learners have")} joined before.`),
    said, el("div", { class: "actions" }, go),
  ];
}

/** Fills `place` with how the course is shared. A wish is taken before it is carried out: `wanted` (shared or not) is waited for. */
export async function sharePanel(place, course, signal, wanted = null) {
  const again = (now) => sharePanel(place, course, signal, now);
  let { data } = await shared(course, signal);
  for (let tries = 0; wanted !== null && Boolean(data.code) !== wanted && tries < PATIENCE; tries += 1) {
    await sleep(400, signal);
    ({ data } = await shared(course, signal));
  }
  place.replaceChildren(...(data.code ? open(data, again) : closed(data, again)).flat().filter(Boolean));
}
