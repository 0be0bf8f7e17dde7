// What learners object to, for the owner: the open disputes to decide, and what was decided.

import { session } from "../http/api.js";
import { classDisputes, decide } from "../http/classapi.js";
import { classWays } from "../classes/class.js";
import { announce, busy, el, link, title, when } from "../frame/elements.js";
import { newId } from "../http/ids.js";
import { path } from "../frame/place.js";
import { sleep } from "../http/sleep.js";
import { troublePanel } from "../frame/trouble.js";

const STATES = { open: ["", "Open"], upheld: ["good", "Upheld"], rejected: ["warn", "Rejected"] };
const CREDITS = [["1", "Fully right"], ["0.5", "Half right"]];
const PATIENCE = 40;

function about(one) {
  const [tone, word] = STATES[one.state] ?? ["", one.state];
  return [
    el("p", { class: "item-facts" }, el("span", { class: `badge ${tone}` }, word),
      el("span", { class: "soft" }, one.of === "grade" ? "About a grade" : "About a note", " · ", el("time", { datetime: one.raised_at }, when(one.raised_at)))),
    el("h3", { dir: "auto" }, one.subject),
    one.of === "grade" && el("p", {}, el("span", { class: "soft" }, "Answer: "), el("span", { dir: "auto" }, one.answer ?? "skipped")),
    one.correct_answer && el("p", {}, el("span", { class: "soft" }, "Right answer: "), el("span", { dir: "auto" }, one.correct_answer)),
    el("p", {}, el("span", { class: "soft" }, "The learner says: "), el("strong", { dir: "auto" }, one.reason)),
  ];
}

const ACTIONS = { raised: "Raised", upheld: "Upheld", rejected: "Rejected" };

function trail(found) {
  return found?.length > 0 && el("details", { class: "more" }, el("summary", {}, "What was done"), el("ul", { class: "history" }, found.map((one) => el("li", {},
    el("p", {}, ACTIONS[one.action] ?? one.action, " · ", el("time", { datetime: one.timestamp }, when(one.timestamp)), one.by && [" · ", el("bdi", {}, one.by)]),
    one.reason && el("p", { class: "soft", dir: "auto" }, one.reason)))));
}

function form(course, one, done) {
  const said = el("div", {});
  const reason = el("textarea", { id: `why-${one.dispute_id}`, rows: "2", maxlength: "1000" });
  const credits = CREDITS.map(([value, word], at) => el("label", { class: "toggle" },
    el("input", { type: "radio", name: `credit-${one.dispute_id}`, value, checked: at === 0 }), word));
  const keys = { upheld: newId(), rejected: newId() };

  function verb(decision, word, props) {
    const control = el("button", { type: "button", ...props, onclick: () => busy(control, async () => {
      said.replaceChildren();
      const chosen = node.querySelector("input[type=radio]:checked")?.value;
      const wish = { decision, reason: reason.value.trim() };
      if (decision === "upheld" && one.of === "grade") wish.credit = Number(chosen);
      try {
        await decide(course, one.dispute_id, wish, keys[decision]);
        announce(decision === "upheld" ? "Upheld" : "Rejected");
        await done(one.dispute_id);
      } catch (error) {
        keys[decision] = newId();
        said.replaceChildren(troublePanel(error));
      }
    }) }, word);
    return control;
  }

  const node = el("div", { class: "deciding" },
    one.of === "grade" && el("fieldset", {}, el("legend", {}, "If the learner is right, the answer is"), credits),
    el("label", { class: "field", for: `why-${one.dispute_id}` }, "Your reason (the learner reads it)", reason), said,
    el("div", { class: "actions" }, verb("upheld", one.of === "grade" ? "Uphold: grade it again" : "Uphold: take the note back", { class: "primary" }),
      verb("rejected", "Reject: it stays", {})));
  return node;
}

function row(course, one, done) {
  return el("li", { class: "card", id: `dispute-${one.dispute_id}` }, about(one),
    one.state === "open" ? form(course, one, done)
      : [one.decision_reason && el("p", {}, el("span", { class: "soft" }, "Decision: "), el("span", { dir: "auto" }, one.decision_reason)),
        one.decided_at && el("p", { class: "soft" }, "Decided ", el("time", { datetime: one.decided_at }, when(one.decided_at)))],
    trail(one.trail));
}

export async function disputesView(place, id, signal) {
  const { data: state } = await session(id, signal);
  const course = state.course_id;
  const open = el("section", {});
  const closed = el("section", {});
  place.append(link("Back to the document", path("s", id), { class: "back" }), title("Disputes"), classWays(id, "disputes"), open, closed);
  await draw();

  async function draw() {
    const [waiting, ...ends] = await Promise.all(["open", "upheld", "rejected"].map(async (one) => (await classDisputes(course, one, signal)).data?.disputes ?? []));
    const decided = ends.flat().sort((one, other) => (other.decided_at ?? "").localeCompare(one.decided_at ?? ""));
    open.replaceChildren(el("h2", { tabindex: "-1" }, `Open (${waiting.length})`),
      waiting.length ? el("ul", { class: "results" }, waiting.map((one) => row(course, one, done))) : el("p", { class: "soft" }, "Nobody waits for a decision."));
    closed.replaceChildren(...(decided.length ? [el("h2", {}, `Decided (${decided.length})`), el("ul", { class: "results" }, decided.map((one) => row(course, one, done)))] : []));
    return waiting;
  }

  /** A decision is taken before it is carried out: waits a while until the list says so. */
  async function done(which) {
    for (let tries = 0; tries < PATIENCE; tries += 1) {
      const waiting = await draw();
      if (!waiting.some((one) => one.dispute_id === which)) break;
      await sleep(400, signal);
    }
    open.querySelector("h2").focus();
  }
}
