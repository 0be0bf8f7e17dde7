// The owner's list of questions and cards: each with its key, its quote, how it stands and why it was refused.

import { session } from "../http/api.js";
import { announce, el, link, title } from "../frame/elements.js";
import { decisions } from "./itemacts.js";
import { asked, facts, keyOf, material, reasonList, standingOf } from "./material.js";
import { sourceOf } from "../documents/desk.js";
import { quoteOf } from "../documents/passage.js";
import { kindOf } from "../kinds/kinds.js";
import { path } from "../frame/place.js";
import { asking, statementOf } from "../quizzes/statement.js";

const STANDINGS = [
  ["all", "All"], ["used", "In use"], ["refused", "Refused"], ["waiting", "Not checked yet"], ["gone", "Deleted, taken back, replaced"],
];
const KINDS = [["all", "Questions and cards"], ["items", "Questions"], ["flashcards", "Cards"]];

/** @param {Api["SessionState"]} state */
function row(state, one, done, signal) {
  const id = state.session_id;
  const open = standingOf(one) === "used";
  const { body } = one;
  const keys = keyOf(body);
  return el("li", { class: `card item ${standingOf(one)}`, id: `item-${one.id}` },
    facts(one),
    el("h3", { dir: "auto" }, asking(body)[0]), statementOf(body),
    el("div", { class: "answer-key" }, el("span", { class: "soft" }, "Answer: "),
      keys.length > 1 ? el(body.type && kindOf(body.type).ordered ? "ol" : "ul", {}, keys.map((key) => el("li", { dir: "auto" }, key))) : el("strong", { class: "key", dir: "auto" }, keys[0])),
    one.reasons.length > 0 && el("div", { class: "refusal" }, el("strong", {}, "Refused because"), reasonList(one.reasons)),
    quoteOf(body.proof),
    el("p", { class: "source" }, sourceOf(state, body.proof, signal)),
    el("div", { class: "row-acts" },
      link(open ? "Edit" : "History", path("s", id, one.kind, one.id), { class: "button", "aria-label": `${open ? "Edit" : "History"}: ${asked(body)}` }),
      decisions(id, one, done, signal)));
}

/** A select that is remembered in the tab. */
function filter(name, label, choices, onchange) {
  const field = el("select", { id: name, onchange: () => {
    sessionStorage.setItem(`pensum.${name}`, field.value);
    onchange();
  } }, choices.map(([value, text]) => el("option", { value }, text)));
  const kept = sessionStorage.getItem(`pensum.${name}`);
  if (choices.some(([value]) => value === kept)) field.value = kept;
  return { field, node: el("label", { for: name }, label, field) };
}

export async function itemsView(place, id, signal) {
  let [{ data: state }, all] = await Promise.all([session(id, signal), material(id, signal)]);
  const list = el("ul", { class: "results" });
  const count = el("p", { class: "soft", role: "status" });
  const standing = filter("filter-standing", "How it stands", STANDINGS, draw);
  const kind = filter("filter-kind", "What", KINDS, draw);
  place.append(
    el("p", { class: "ways" }, link("Back to the document", path("s", id), { class: "back" }), link("Coverage", path("s", id, "coverage"))),
    title("Questions and cards"), el("div", { class: "grid filters" }, standing.node, kind.node), count, list);
  if (!all.length) {
    place.append(el("p", {}, "Nothing was written for this document."));
    return;
  }
  draw();

  function shown() {
    return all.filter((one) => (standing.field.value === "all" || standingOf(one) === standing.field.value)
      && (kind.field.value === "all" || one.kind === kind.field.value));
  }

  function draw() {
    const found = shown();
    count.textContent = `${found.length} of ${all.length}`;
    list.replaceChildren(...found.map((one) => row(state, one, (said, well) => changed(one, said, well), signal)));
    if (!found.length) list.append(el("li", { class: "soft" }, "None of this kind."));
  }

  /** Something was done to one of them: all are read again, and the focus goes to where that one is or was. */
  async function changed(one, said, well) {
    const at = shown().findIndex((other) => other.id === one.id);
    all = await material(id, signal);
    draw();
    const here = list.querySelector(`[id="item-${one.id}"]`) ?? list.children[Math.min(at, list.children.length - 1)];
    if (well) announce(said);
    else here.prepend(el("p", { class: "hint-bad", role: "alert" }, said));
    here.querySelector(".row-acts a")?.focus();
  }
}
