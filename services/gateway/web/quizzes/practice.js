// Practising one's mistakes: a quiz of what was answered wrongly before.

import { practise } from "../http/learnerapi.js";
import { busy, button } from "../frame/elements.js";
import { newId } from "../http/ids.js";
import { t } from "../frame/language.js";
import { onward, path } from "../frame/place.js";
import { troublePanel } from "../frame/trouble.js";

export function practiceButton(state, props = {}) {
  const key = newId();
  const control = button(t("Practise my mistakes"), () => busy(control, async () => {
    const go = onward();
    try {
      await practise(state.session_id, key);
      go(path("s", state.session_id, "next", state.quizzes.length));
    } catch (error) {
      control.after(troublePanel(error));
    }
  }), props);
  return control;
}
