// What an owner does to an item or a card beside editing it: approve, delete, restore, take back, write anew.

import { decideItem, itemHistory } from "../http/api.js";
import { asking } from "../frame/dialog.js";
import { busy, button, el } from "../frame/elements.js";
import { newId } from "../http/ids.js";
import { standingOf } from "./material.js";
import { sleep } from "../http/sleep.js";
import { troublePanel } from "../frame/trouble.js";

const PATIENCE_MS = 90000;
const WORDS = { approve: "Approved", delete: "Deleted", restore: "Restored", retract: "Taken back", regenerate: "Written anew" };

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

function sentence(reasons) {
  return reasons?.length ? reasons.map((each) => each.sentence).join(" ") : "The house did not accept it.";
}

/** The buttons that fit how it stands. `done(sentence, well)` after each; `well`: it was done, not refused or late. */
export function decisions(id, one, done, signal) {
  const said = el("div", { class: "said" });
  const what = one.kind === "items" ? "question" : "card";

  /** Asks the house for it; returns what then waits for the end of it, if that is not at once. */
  async function begin(verb, reason) {
    said.replaceChildren(el("p", { class: "soft", role: "status" }, verb === "regenerate" ? "Being written anew…" : "Being done…"));
    try {
      const before = (await historyOf(id, one, signal)).length;
      const { status } = await decideItem(id, one.kind, one.id, verb, reason, newId());
      return () => (status === 202 ? wait(verb, before) : done(WORDS[verb], true));
    } catch (error) {
      said.replaceChildren();
      throw error;
    }
  }

  async function wait(verb, before) {
    try {
      const entry = await outcome(id, one, before, signal);
      if (entry?.outcome === "done") done(WORDS[verb], true);
      else done(entry ? sentence(entry.reasons) : "It takes longer than usual. Look again in a moment.", false);
    } catch (error) {
      if (!signal.aborted) said.replaceChildren(troublePanel(error));
    }
  }

  function direct(verb, text, props = {}) {
    const control = button(text, () => busy(control, async () => {
      try {
        await (await begin(verb, ""))();
      } catch (error) {
        if (!signal.aborted) said.replaceChildren(troublePanel(error));
      }
    }), props);
    return control;
  }

  function reasoned(verb, text, heading, told, label, needed, props = {}) {
    return button(text, () => {
      const field = el("textarea", { id: "why", rows: "3", maxlength: "500", dir: "auto" });
      asking(heading, [el("p", {}, told), el("label", { class: "field", for: "why" }, label, field)], text, async () => {
        const reason = field.value.trim();
        if (needed && !reason) return "Give a reason: learners who answered it read it.";
        const rest = await begin(verb, reason);
        rest();
        return null;
      }, { class: props.class?.includes("danger") ? "danger-full" : "primary" });
    }, { class: "quiet", ...props });
  }

  const used = standingOf(one) === "used";
  return el("div", { class: "decisions" }, el("div", { class: "actions tight" },
    used && one.state === "live" && direct("approve", "Approve"),
    used && reasoned("regenerate", "Write anew", `Write this ${what} anew?`,
      `Another ${what} about the same concept is written and checked. This one stays until that one holds up.`,
      "What should be better? (optional)", false),
    one.accepted && one.state !== "retracted" && one.kind === "items" && reasoned("retract", "Take back", "Take this question back?",
      "It is asked no more, and results are counted again without it. This cannot be undone.",
      "Why is it wrong?", true, { class: "quiet danger" }),
    used && direct("delete", "Delete", { class: "quiet danger" }),
    one.state === "deleted" && direct("restore", "Restore")), said);
}
