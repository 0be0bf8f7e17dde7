// The conversation with the tutor about a document.

import { learner, maybe } from "../http/learnerapi.js";
import { button, el, link, title } from "../frame/elements.js";
import { desk, light } from "../documents/desk.js";
import { t } from "../frame/language.js";
import { conversation } from "./conversation.js";
import { takeHanded } from "./handing.js";
import { path } from "../frame/place.js";
import { redraw } from "../frame/redraw.js";
import { failurePanel } from "../frame/trouble.js";
import { states } from "../http/watch.js";

const BEGINNINGS = ["What should I learn next?", "Test what I know already", "Quiz me", "How am I doing?"];
const FOLLOWING = ["Explain it simpler.", "Give me an example.", "And why?"];

/** The tutor's question that waits for an answer: what it said last, if that asks: by a question, options, or a gap. Pure. */
function pendingOf(found) {
  const last = found.at(-1);
  if (last?.role !== "tutor") return "";
  const lines = last.text.trim().split(/\n{2,}/).at(-1).split("\n");
  const asks = lines.filter((line) => !line.startsWith("– ")).join("\n");
  return /[?？؟]["”»)]?$/.test(asks) || asks.includes("____") ? asks : "";
}

/** Who asks it. Pure. */
const asking = (found) => t(found.at(-1)?.agent === "assistant" ? "The assistant asks:" : "The tutor asks:");

/** What could be asked next of an answer that showed a place. Pure but for the language. */
const following = (found) => (found.at(-1)?.agent === "tutor" && found.at(-1).quotes?.length ? FOLLOWING.map((one) => t(one)) : []);

export async function tutorView(place, id, signal) {
  const empty = el("div", { class: "card", hidden: true });
  const fault = el("div", {});
  const talk = conversation(id, { label: t("Your message"), asking, waits: t("An answer is on its way…"), asks: pendingOf, offers: following }, signal);
  /** @type {Element | null} The newest line: what it quotes was lit up once. */
  let lit = null;
  let handed = takeHanded(id);
  talk.field.value = handed;
  const { work, source } = desk(place, signal);
  work.classList.add("talking");
  work.append(
    el("div", { class: "talk-head" }, title(t("Ask the tutor")),
      el("span", { class: "links" }, link(t("Take a lesson"), path("s", id, "lesson")), link(t("Learn until mastered"), path("s", id, "learn")))),
    empty, talk.log, talk.waiting, fault, talk.form);

  for await (const state of states(id, signal)) {
    source(state);
    await talk.fetched();
    redraw(fault, state.status === "failed" ? [state.version, state.error] : null, () => state.status === "failed" && failurePanel(state));
    if (!empty.hasChildNodes()) await begin();
    talk.draw(state);
    const newest = talk.log.lastElementChild;
    const { quotes = [], unsure = [] } = talk.last() ?? {};
    if (newest !== lit && (unsure.length || quotes.length)) light(state, unsure.length ? { ...unsure[0], quote: "", unsure: true } : quotes[0], true);
    lit = newest;
    if (handed && talk.field.value === handed) talk.form.requestSubmit();
    handed = "";
    empty.hidden = talk.log.children.length > 0;
  }

  /** What one could ask, while nothing has been said. */
  async function begin() {
    const view = await maybe(learner(id, null, signal));
    const first = view?.concepts[0]?.concept;
    empty.append(el("p", {}, t("It answers from your document alone, with the sentences that say so. Ask what you do not understand, or begin with one of these:")),
      el("div", { class: "offers" }, [...(first ? [t("What does “{concept}” mean?", { concept: first })] : []), ...BEGINNINGS.map((one) => t(one))]
        .map((text) => button(text, () => talk.send(text), { class: "offer", dir: "auto" }))),
      el("p", { class: "soft" }, t("Study tasks are kept here too: “Remind me to review this on Friday”, “Show my tasks”.")));
  }
}
