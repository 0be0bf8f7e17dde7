// Waits for the quiz that was asked for, then leads on to it. The place holds how many there were, so a reload waits on.

import { draw } from "../frame/draw.js";
import { announce, button, el, link, title } from "../frame/elements.js";
import { newQuiz } from "../http/api.js";
import { newId } from "../http/ids.js";
import { t } from "../frame/language.js";
import { onward, path, replace } from "../frame/place.js";
import { progressPanel } from "../sessions/progress.js";
import { settled, states } from "../http/watch.js";
import { failurePanel, troublePanel } from "../frame/trouble.js";

const PATIENCE_MS = 20000;

/** The button that orders another quiz; weak concepts come first by themselves. */
export function newQuizButton(state, props = {}) {
  const key = newId();
  const control = button(state.focus_areas?.length ? t("New quiz on what you missed") : t("New quiz"), async () => {
    if (control.disabled) return;
    control.disabled = true;
    const go = onward();
    try {
      await newQuiz(state.session_id, key);
      go(path("s", state.session_id, "next", state.quizzes.length));
    } catch (error) {
      control.disabled = false;
      control.after(troublePanel(error));
    }
  }, props);
  return control;
}

export async function nextView(place, id, had, signal) {
  const panel = progressPanel();
  const said = el("div", {});
  place.append(link(t("Back to the course"), path("s", id), { class: "back" }), title(t("Your next quiz")), panel.node, said);
  let first = null;
  /** @type {number | undefined} */
  let calm;
  const giveUp = () => draw(said, el("p", {}, t("No new quiz came.") + " ", link(t("Back to the course"), path("s", id))));
  signal.addEventListener("abort", () => clearTimeout(calm));
  for await (const state of states(id, signal)) {
    panel.show(state);
    if (state.quizzes.length > had) {
      clearTimeout(calm);
      announce(t("The quiz is ready"));
      replace(path("s", id, "quiz", state.quizzes[had]));
      return;
    }
    first ??= state.version;
    clearTimeout(calm);
    draw(said);
    if (state.status === "failed") {
      draw(said, failurePanel(state));
    } else if (settled(state)) {
      calm = setTimeout(giveUp, PATIENCE_MS);
      if (state.version === first) panel.show({ ...state, status: "writing", progress: null });
    }
  }
}
