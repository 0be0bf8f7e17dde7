// Tables as files: fetched with the token, which a plain link could not carry, and then saved by the browser.

import { table } from "../http/classapi.js";
import { busy, button, el } from "./elements.js";
import { troublePanel } from "./trouble.js";

/** A button that saves the CSV of "results" or "items/statistics" of a course. */
export function csvButton(course, which, name, word = "Save as CSV") {
  const control = button(word, () => busy(control, async () => {
    try {
      const address = URL.createObjectURL(await table(course, which));
      el("a", { href: address, download: name }).click();
      setTimeout(() => URL.revokeObjectURL(address), 10000);
    } catch (error) {
      control.after(troublePanel(error));
    }
  }));
  return control;
}
