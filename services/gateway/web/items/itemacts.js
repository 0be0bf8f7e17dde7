// What an owner does to an item or a card beside editing it: approve, delete, restore, take back, write anew, undo.

import { decideItem, itemHistory, undoEdit } from "../http/api.js";
import { affectedPanel } from "./affected.js";
import { asking } from "../frame/dialog.js";
import { draw, h } from "../frame/draw.js";
import { busy, button, el } from "../frame/elements.js";
import { t } from "../frame/language.js";
import { newId } from "../http/ids.js";
import { standingOf } from "./material.js";
import { sleep } from "../http/sleep.js";
import { troublePanel } from "../frame/trouble.js";

const PATIENCE_MS = 90000;
const WORDS = {
  approve: () => t("Approved"), delete: () => t("Deleted"), restore: () => t("Restored"), retract: () => t("Taken back"),
  regenerate: () => t("Written anew"), undo: () => t("The edit is undone"), reinstate: () => t("Put back"),
};

/** History of an item or a card, oldest first. */
export async function historyOf(id, one, signal) {
  return (await itemHistory(id, one.kind, one.id, signal)).data?.history ?? [];
}

/** The entry after the first `before` once it is done or refused; null if that takes longer than anybody waits. */
export async function outcome(id, one, before, signal) {
  const until = Date.now() + PATIENCE_MS;
  for (let pause = 300; Date.now() < until; pause = Math.min(pause * 1.5, 3000)) {
    const entry = (await historyOf(id, one, signal))[before];
    if (entry?.outcome) return entry;
    await sleep(pause, signal);
  }
  return null;
}

export const slow = () => t("It takes longer than usual. Look again in a moment.");

function sentence(reasons) {
  return reasons?.length ? reasons.map((each) => each.sentence).join(" ") : t("The house did not accept it.");
}

/**
 * The buttons that fit how it stands. `done(sentence, well)` after each; `well`: it was done, not refused or late. With
 * `edited` its newest text is an edit, which can be undone.
 */
export function decisions(id, one, done, signal, edited = false) {
  const said = el("div", { class: "said" });
  const question = one.kind === "items";

  /** Asks the house for it; returns what then waits for the end of it, if that is not at once. */
  async function begin(verb, reason) {
    draw(said, h("p", { class: "soft", role: "status" }, verb === "regenerate" ? t("Being written anew…") : t("Being done…")));
    try {
      const before = (await historyOf(id, one, signal)).length;
      const { status } = verb === "undo" ? await undoEdit(id, one.kind, one.id, newId())
        : await decideItem(id, one.kind, one.id, verb === "reinstate" ? "restore" : verb, reason, newId());
      return () => (status === 202 ? wait(verb, before) : done(WORDS[verb](), true));
    } catch (error) {
      draw(said);
      throw error;
    }
  }

  async function wait(verb, before) {
    try {
      const entry = await outcome(id, one, before, signal);
      if (entry?.outcome === "done") done(WORDS[verb](), true);
      else done(entry ? sentence(entry.reasons) : slow(), false);
    } catch (error) {
      if (!signal.aborted) draw(said, troublePanel(error));
    }
  }

  function direct(verb, text, props = {}) {
    const control = button(text, () => busy(control, async () => {
      try {
        await (await begin(verb, ""))();
      } catch (error) {
        if (!signal.aborted) draw(said, troublePanel(error));
      }
    }), props);
    return control;
  }

  /** A press that asks first. `about`: what is to be read before; `label`: of the reason, without which none is asked for. */
  function asked(verb, text, { heading, about, label = "", needed = false, danger = false }) {
    return button(text, () => {
      const field = label && el("textarea", { id: "why", rows: "3", maxlength: "500", dir: "auto" });
      asking(heading, [about(), field && el("label", { class: "field", for: "why" }, label, field)].filter(Boolean), text, async () => {
        const reason = field ? field.value.trim() : "";
        if (needed && !reason) return t("Give a reason: learners who answered it read it.");
        const rest = await begin(verb, reason);
        rest();
        return null;
      }, { class: danger ? "danger-full" : "primary" });
    }, { class: danger ? "quiet danger" : "quiet" });
  }

  const used = standingOf(one) === "used";
  const takenBack = one.state === "retracted";
  return el("div", { class: "decisions" }, el("div", { class: "actions tight" }, [
    used && one.state === "live" && direct("approve", t("Approve")),
    used && edited && asked("undo", t("Undo the last edit"), {
      heading: t("Undo the last edit?"),
      about: () => el("div", {}, el("p", {}, t("The words before it come back, once they hold up against the text. The history keeps both.")), question && affectedPanel(id, one.id, "key", signal)),
    }),
    used && asked("regenerate", t("Write anew"), {
      heading: question ? t("Write this question anew?") : t("Write this card anew?"),
      about: () => el("p", {}, question ? t("Another question about the same concept is written and checked. This one stays until that one holds up.")
        : t("Another card about the same concept is written and checked. This one stays until that one holds up.")),
      label: t("What should be better? (optional)"),
    }),
    one.accepted && !takenBack && question && asked("retract", t("Take back"), {
      heading: t("Take this question back?"),
      about: () => el("div", {}, el("p", {}, t("It is asked no more, and results are counted again without it. You can put it back.")), affectedPanel(id, one.id, "without", signal)),
      label: t("Why is it wrong?"), needed: true, danger: true,
    }),
    takenBack && question && asked("reinstate", t("Put back"), {
      heading: t("Put this question back?"),
      about: () => el("div", {}, el("p", {}, t("It is asked again, and results are counted again with it.")), affectedPanel(id, one.id, "with", signal)),
      label: t("Why is it right after all?"), needed: true,
    }),
    used && direct("delete", t("Delete"), { class: "quiet danger" }),
    one.state === "deleted" && direct("restore", t("Restore")),
  ].filter(Boolean)), said);
}
