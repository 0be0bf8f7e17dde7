// One question of a quiz as a form: what answers it, and the buttons that lead on.

import { button, el } from "../frame/elements.js";
import { kindOf } from "../kinds/kinds.js";
import { troublePanel } from "../frame/trouble.js";

/**
 * {node, focus(), place({last, waiting}), hold(), release(error)}.
 *
 * `given`: the raw answer so far, or null. `act` has answer(raw), onward(), back() (null at the first question).
 * `place` says whether it is the last question, and whether more are being written, so that it cannot be handed in yet.
 */
export function questionForm(question, given, act) {
  const said = el("div", {});
  let now = given;
  let doubted = null;
  let waits = false;
  const take = (raw) => {
    now = raw;
    act.answer(raw);
    said.replaceChildren();
  };
  const kind = kindOf(question.type).answering(question, given, take);
  const next = el("button", { type: "submit", class: "primary" });
  const skip = button("", () => {
    if (waits) return;
    take(null);
    onward();
  });
  const again = question.repeat && el("p", { class: "repeat" }, el("span", { class: "badge" }, "Repeat"),
    el("span", { class: "soft" }, " You were asked this before, so your answer says less."));
  const node = el("form", { class: "card question", novalidate: true, onsubmit }, again, kind.node, said,
    el("div", { class: "actions" }, next, skip, act.back && button("Previous", act.back, { class: "quiet" })));

  function onsubmit(event) {
    event.preventDefault();
    if (now === null && kind.settled) take(kind.settled());
    const doubt = now === null ? "Give an answer, or skip this question." : doubted !== now && kind.doubt?.(now);
    if (!doubt) {
      onward();
      return;
    }
    const taken = now === null ? "" : ` ${next.textContent} takes it as it is.`;
    doubted = now;
    said.replaceChildren(el("p", { class: "hint-bad", role: "alert" }, doubt + taken));
    kind.first?.focus();
  }

  function onward() {
    if (!waits) act.onward();
  }

  return {
    node,
    focus: () => kind.typed && kind.first?.focus(),
    place({ last, waiting }) {
      waits = last && waiting;
      next.textContent = last ? "Hand in" : "Next";
      skip.textContent = last ? "Skip and hand in" : "Skip";
      for (const one of [next, skip]) {
        if (waits) one.setAttribute("aria-disabled", "true");
        else one.removeAttribute("aria-disabled");
      }
    },
    hold() {
      node.setAttribute("aria-busy", "true");
      for (const control of node.elements) {
        control.dataset.was = String(control.disabled);
        control.disabled = true;
      }
    },
    release(error) {
      for (const control of node.elements) control.disabled = control.dataset.was === "true";
      node.removeAttribute("aria-busy");
      said.replaceChildren(troublePanel(error));
    },
  };
}
