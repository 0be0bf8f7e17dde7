// One question of a quiz as a form: what answers it, and the buttons that lead on.

import { draw } from "../frame/draw.js";
import { button, el } from "../frame/elements.js";
import { t } from "../frame/language.js";
import { kindOf } from "../kinds/kinds.js";
import { troublePanel } from "../frame/trouble.js";

/**
 * {node, focus(), place({last, waiting}), hold(), release(error)}.
 *
 * `given`: the raw answer so far, or null. `act` has answer(raw), onward(), skip(), back() (null at the first question).
 * `exam`: nothing is told before all is handed in; else each answer is checked as it is given.
 * `place` says whether it is the last question, and whether more are being written, so that it cannot be handed in yet.
 */
export function questionForm(question, given, act, exam) {
  const said = el("div", {});
  let now = given;
  let doubted = null;
  let waits = false;
  const take = (raw) => {
    now = raw;
    act.answer(raw);
    draw(said);
  };
  const kind = kindOf(question.type).answering(question, given, take);
  const next = el("button", { type: "submit", class: "primary" });
  const skip = button(t("Skip"), () => {
    if (exam && waits) return;
    take(null);
    act.skip();
  });
  const again = question.repeat && el("p", { class: "repeat" }, el("span", { class: "badge" }, t("Repeat")),
    el("span", { class: "soft" }, " ", t("You were asked this before, so your answer says less.")));
  const node = el("form", { class: "card question", novalidate: true, onsubmit }, again, kind.node, said,
    el("div", { class: "actions next-step" }, next, skip, act.back && button(t("Previous"), act.back, { class: "quiet" })));
  // The keys 1 to 9 choose an option wherever the focus is not in a field.
  const onkey = (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || /^(?:TEXTAREA|SELECT)$/.test(event.target.tagName) || event.target.type === "text") return;
    const box = node.querySelectorAll(".options input")[Number(event.key) - 1];
    if (!/^[1-9]$/.test(event.key) || !box || !node.isConnected || document.querySelector("dialog[open]")) return;
    /** @type {HTMLElement} */ (box).focus(); // So that Enter checks it.
    /** @type {HTMLElement} */ (box).click();
  };
  document.addEventListener("keydown", onkey, { signal: act.signal });

  function onsubmit(event) {
    event.preventDefault();
    if (now === null && kind.settled) take(kind.settled());
    const doubt = now === null ? t("Give an answer, or skip this question.") : doubted !== now && kind.doubt?.(now);
    if (!doubt) {
      onward();
      return;
    }
    const taken = now === null ? "" : ` ${t("“{button}” takes it as it is.", { button: next.textContent })}`;
    doubted = now;
    draw(said, el("p", { class: "hint-bad", role: "alert" }, doubt + taken));
    kind.first?.focus();
  }

  function onward() {
    if (!exam || !waits) act.onward();
  }

  return {
    node,
    focus: () => kind.typed && kind.first?.focus(),
    place({ last, waiting }) {
      waits = last && waiting;
      next.textContent = exam ? (last ? t("Hand in") : t("Next")) : t("Check");
      if (exam) skip.textContent = last ? t("Skip and hand in") : t("Skip");
      for (const one of [next, skip]) {
        if (exam && waits) one.setAttribute("aria-disabled", "true");
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
      draw(said, troublePanel(error));
    },
  };
}
