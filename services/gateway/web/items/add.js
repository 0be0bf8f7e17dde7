// A question by hand: what it asks, what is right, and the words of the text that prove it, marked in the source or typed.
//
// What is typed is kept in the tab; a question that does not hold up stays, with the reasons beside it.

import { addItem, session } from "../http/api.js";
import { ownerWays } from "../classes/ways.js";
import { desk, light as lightPlace } from "../documents/desk.js";
import { documentsOf } from "../documents/pagename.js";
import { draw, h } from "../frame/draw.js";
import { announce, busy, el, title } from "../frame/elements.js";
import { t } from "../frame/language.js";
import { path, replace } from "../frame/place.js";
import { newId } from "../http/ids.js";
import { sleep } from "../http/sleep.js";
import { kindOf } from "../kinds/kinds.js";
import { labelled } from "./editfields.js";
import { difficulty, editor } from "./editor.js";
import { outcome, slow } from "./itemacts.js";
import { refusal } from "./item.js";
import { marking } from "./marking.js";
import { troublePanel } from "../frame/trouble.js";

const option = (id) => ({ option_id: id, text: "" });
/** What a question of each kind begins as; pairs and orders, whose parts have a proof each, are not written by hand. */
const BLANK = {
  multiple_choice: () => ({ options: [..."abcd"].map(option), answer: "" }),
  multiple_answer: () => ({ options: [..."abcde"].map(option), answer: [] }),
  true_false: () => ({ statement: "", options: [{ option_id: "true", text: t("True") }, { option_id: "false", text: t("False") }], answer: "true", wrong: "", right: "" }),
  cloze: () => ({ answer: "", accepted: [] }),
  numeric: () => ({ answer: "", value: "", tolerance: 0, unit: "" }),
  short_answer: () => ({ answer: "", key_points: [] }),
};

const blank = (type) => ({ type, question: "", concept: "", difficulty: "MEDIUM", explanations: [], quote: "", proof: { quote: "" }, ...BLANK[type]() });
const draftName = (id) => `pensum.draft.${id}.new`;

function kept(id) {
  try {
    const found = JSON.parse(sessionStorage.getItem(draftName(id)) ?? "null");
    return found && BLANK[found.type] ? found : null;
  } catch {
    return null;
  }
}

/** What the house takes: without options that were left empty, and what a true-or-false question has by itself. Pure. */
function wishOf(body) {
  const { quote, proof: _, ...wish } = structuredClone(body);
  if (wish.type === "true_false") {
    delete wish.options;
    if (wish.answer === "true") Object.assign(wish, { wrong: "", right: "" });
  } else if (wish.options) wish.options = wish.options.filter((one) => one.text);
  wish.explanations = wish.explanations.filter((one) => one.sentence);
  if (wish.options) wish.explanations = wish.explanations.filter((one) => wish.options.some((each) => each.option_id === one.option_id));
  if (!["multiple_choice", "multiple_answer", "true_false"].includes(wish.type)) delete wish.explanations;
  return { ...wish, proof: { quote } };
}

/** What is missing before it can be held against the text: a sentence, or "". */
function missing(wish) {
  if (!wish.question) return t("Write the question first.");
  if (!wish.concept) return t("Name the concept that it is about.");
  if (!wish.proof.quote) return t("Give the words of the text that prove it: mark them in the source, or type them.");
  if (wish.options && wish.options.length < 2) return t("Give at least two options.");
  if (!wish.answer.length) return t("Say what is right.");
  return "";
}

/** The concept, chosen among those of the course or typed. @param {Api["SessionState"]} state */
function conceptField(state) {
  const known = [...new Set((state.context?.keyConcepts ?? []).map((one) => one.term))];
  return (body) => {
    const control = el("input", { type: "text", maxlength: "200", dir: "auto", autocomplete: "off", value: body.concept, list: "known-concepts" });
    return {
      node: el("div", {}, labelled(t("Concept"), control, t("What one must know to answer it; progress is counted by it.")), el("datalist", { id: "known-concepts" }, known.map((one) => el("option", { value: one })))),
      read: (into) => (into.concept = control.value.trim()),
    };
  };
}

export async function addView(place, id, signal) {
  place.classList.add("owners");
  const { work, source } = desk(place, signal);
  const body = el("div", {});
  work.append(ownerWays(id, "items"), title(t("Add a question")),
    el("p", { class: "soft read" }, t("It is held against the text as every other question is, then your quiz asks it. Quizzes that were handed in stay as they are.")), body);
  const { data: state } = await session(id, signal);
  const kinds = el("div", { class: "kind-choice" });
  const form = el("form", { class: "card edit-form fresh", novalidate: true, onsubmit, oninput: keep, onchange: keep });
  const said = el("div", {});
  const save = el("button", { type: "submit", class: "primary" }, t("Check and add it"));
  let now = kept(id) ?? blank("multiple_choice");
  let fields = editor(now, [conceptField(state), difficulty], true);
  let key = newId();
  body.append(kinds, form);
  show();
  source(state);
  marking((words) => {
    fields.take(words);
    announce(t("Taken as the quote"));
  }, signal);

  function keep() {
    now = fields.read();
    sessionStorage.setItem(draftName(id), JSON.stringify(now));
  }

  /** Another kind keeps what they have in common. */
  function choose(type) {
    const before = fields.read();
    now = { ...blank(type), question: before.question, concept: before.concept, difficulty: before.difficulty, quote: before.quote, ...(typeof before.answer === "string" && !before.options && !BLANK[type]().options ? { answer: before.answer } : {}) };
    sessionStorage.setItem(draftName(id), JSON.stringify(now));
    fields = editor(now, [conceptField(state), difficulty], true);
    show();
  }

  function show() {
    draw(kinds, h("label", { for: "kind" }, t("Kind of question"), h("select", { id: "kind", value: now.type, onchange: (event) => choose(event.currentTarget.value) },
      Object.keys(BLANK).map((type) => h("option", { value: type, selected: type === now.type }, kindOf(type).name)))));
    draw(said);
    draw(form, h("p", { class: "mark-way" }, h("button", { type: "button", onclick: showText }, t("Mark the words in the text"))), fields.node, said, h("div", { class: "actions" }, save));
  }

  /** Opens the source as text, where words can be marked: on a picture of a page they cannot. */
  async function showText() {
    if (!place.querySelector(".source-side")?.checkVisibility()) lightPlace(state, { block_id: "", source_page: 1, quote: "", document_sha256: documentsOf(state)[0]?.sha256 });
    await sleep(0, signal); // The sheet is drawn by then.
    const room = document.querySelector("dialog[open]") ?? place;
    /** @type {HTMLElement | null} */ (room.querySelector(".ways-to-look button:last-child"))?.click();
    announce(t("Mark a sentence, then press “Take the marked words as the quote”."));
  }

  async function onsubmit(event) {
    event.preventDefault();
    await busy(save, async () => {
      const wish = wishOf(fields.read());
      const gap = missing(wish);
      if (gap) {
        draw(said, h("p", { class: "hint-bad", role: "alert" }, gap));
        return;
      }
      draw(said, h("p", { class: "soft", role: "status" }, t("Checked against the text…")));
      try {
        await send(wish);
      } catch (error) {
        if (signal.aborted) return;
        draw(said, error.problem?.code === "edit_refused" ? refused([], error.problem.detail) : troublePanel(error));
      } finally {
        key = newId();
      }
    });
  }

  const refused = (reasons, detail) => refusal(t("This question does not hold up"), reasons, detail, t("Nothing was added. What you typed is still here."));

  async function send(wish) {
    const answer = await addItem(id, wish, key);
    const made = "item" in answer.data ? answer.data.item.item_id : String(answer.data.url.split("/").at(-1));
    if (answer.status === 202) {
      const entry = await outcome(id, { kind: "items", id: made }, 0, signal);
      if (!entry) {
        draw(said, h("p", { class: "hint-bad", role: "alert" }, slow()));
        return;
      }
      if (entry.outcome === "refused") {
        draw(said, refused(entry.reasons, ""));
        return;
      }
    }
    sessionStorage.removeItem(draftName(id));
    announce(t("The question was added"));
    if (!signal.aborted) replace(path("s", id, "items", made));
  }
}
