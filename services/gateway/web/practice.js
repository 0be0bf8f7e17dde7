// Practising one's mistakes: a quiz of what was answered wrongly before.

import { practise } from "./learnerapi.js";
import { busy, button } from "./elements.js";
import { newId } from "./ids.js";
import { path } from "./place.js";
import { troublePanel } from "./trouble.js";

export function practiceButton(state, props = {}) {
  const key = newId();
  const control = button("Practise my mistakes", () => busy(control, async () => {
    try {
      await practise(state.session_id, key);
      location.hash = path("s", state.session_id, "next", state.quizzes.length);
    } catch (error) {
      control.after(troublePanel(error));
    }
  }), props);
  return control;
}
