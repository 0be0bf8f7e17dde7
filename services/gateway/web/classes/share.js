// Sharing a course: its code and link, how many have joined, and closing it.

import { close, share, shared } from "../http/classapi.js";
import { draw, h } from "../frame/draw.js";
import { announce, busy, button, el } from "../frame/elements.js";
import { t, tn } from "../frame/language.js";
import { newId } from "../http/ids.js";
import { sleep } from "../http/sleep.js";
import { troublePanel } from "../frame/trouble.js";

const PATIENCE = 40;

/** A text in a field that can be copied. */
export function copyField(label, id, text) {
  const field = el("input", { type: "text", id, value: text, readonly: true, onfocus: (event) => event.target.select() });
  const control = button(t("Copy"), async () => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      field.select(); // Without the clipboard (a house in the local net) it is marked, ready to be copied.
      document.execCommand("copy");
    }
    announce(t("Copied"));
    control.textContent = t("Copied");
  }, { "aria-label": t("Copy: {label}", { label }) });
  return el("div", { class: "field" }, el("label", { for: id }, label), el("span", { class: "row" }, field, control));
}

const linkOf = (view) => (view.url ? new URL(view.url, location.href).href : `${location.origin}/#join=${view.code}`);

/** A button that sends a wish and waits until it is so; what goes wrong is told above it. */
function wish(word, act, after, props) {
  const said = el("div", {});
  const control = button(word, () => busy(control, async () => {
    try {
      await act();
      announce(after);
    } catch (error) {
      draw(said, troublePanel(error));
    }
  }), props);
  return [said, h("div", { class: "actions" }, control)];
}

function open(view, again) {
  return [
    h("p", {}, t("Whoever has the code or the link can join, without an account."), " ", tn(view.learners, "{n} learner has joined.", "{n} learners have joined.")),
    h("p", { class: "code" }, h("span", { class: "soft" }, t("Code"), " "), h("strong", {}, view.code)),
    copyField(t("Link"), "join-link", linkOf(view)),
    h("p", { class: "soft" }, t("Closed, nobody joins any more; who has joined goes on.")),
    wish(t("Close the course"), async () => {
      await close(view.course_id);
      await again(false);
    }, t("Closed"), { class: "danger-full" }),
  ];
}

function closed(view, again) {
  return [
    h("p", {}, t("A class can learn from this course: your documents, questions and cards, each learner for themselves. They join by a code or a link."),
      view.learners > 0 && ` ${tn(view.learners, "{n} learner has joined before.", "{n} learners have joined before.")}`),
    wish(t("Share this course"), async () => {
      await share(view.course_id, newId());
      await again(true);
    }, t("Shared"), { class: "primary" }),
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
  draw(place, data.code ? open(data, again) : closed(data, again));
}
