// The conversation with the tutor about a document.

import { learner, maybe } from "../http/learnerapi.js";
import { announce, button, el, link, title } from "../frame/elements.js";
import { conversation } from "./conversation.js";
import { takeHanded } from "./handing.js";
import { path } from "../frame/place.js";
import { redraw } from "../frame/redraw.js";
import { failurePanel } from "../frame/trouble.js";
import { states } from "../http/watch.js";

const BEGINNINGS = ["What should I learn next?", "Test what I know already", "Quiz me", "How am I doing?"];

/** The tutor's question that waits for an answer: what it said last, if that asks: by a question, options, or a gap. Pure. */
export function pendingOf(found) {
  const last = found.at(-1);
  if (last?.role !== "tutor") return "";
  const lines = last.text.trim().split(/\n{2,}/).at(-1).split("\n");
  const asks = lines.filter((line) => !line.startsWith("– ")).join("\n");
  return /[?？؟]["”»)]?$/.test(asks) || asks.includes("____") ? asks : "";
}

/** Who asks it. Pure. */
const asking = (found) => (found.at(-1)?.agent === "assistant" ? "The assistant asks:" : "The tutor asks:");

export async function tutorView(place, id, signal) {
  const empty = el("div", { class: "card", hidden: true });
  const fault = el("div", {});
  const talk = conversation(id, { label: "Your message", asking, waits: "An answer is on its way…", asks: pendingOf }, signal);
  let handed = takeHanded(id);
  talk.field.value = handed;
  place.append(
    el("p", { class: "ways" }, link("Back to the document", path("s", id), { class: "back" }),
      el("span", { class: "links" }, link("Learn", path("s", id, "learn")), link("Mastery", path("s", id, "mastery")))),
    title("Ask the tutor"), el("p", { class: "lead" }, "It answers from your document alone, with the sentences that say so. Study tasks are kept here too: “Remind me to review this on Friday”, “Show my tasks”."),
    empty, talk.log, talk.waiting, fault, talk.form);

  for await (const state of states(id, signal)) {
    await talk.fetched();
    redraw(fault, state.status === "failed" ? [state.version, state.error] : null, () => state.status === "failed" && failurePanel(state));
    if (!empty.hasChildNodes()) await begin();
    talk.draw(state);
    if (handed && talk.field.value === handed) talk.form.requestSubmit();
    handed = "";
    empty.hidden = talk.log.children.length > 0;
  }

  /** What one could ask, while nothing has been said. */
  async function begin() {
    const view = await maybe(learner(id, null, signal));
    const first = view?.concepts[0]?.concept;
    empty.append(el("p", {}, "Ask what you do not understand, or begin with one of these:"),
      el("div", { class: "actions" }, [...(first ? [`What is ${first}?`] : []), ...BEGINNINGS].map((text) => button(text, () => {
        talk.field.value = text;
        talk.field.focus();
        announce("Put into your message");
      }))));
  }
}
