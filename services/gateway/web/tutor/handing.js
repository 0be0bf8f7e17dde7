// Buttons that say a sentence in a course's chat: they lead there, and the chat sends it as if it had been typed.

import { button } from "../frame/elements.js";
import { t } from "../frame/language.js";
import { path } from "../frame/place.js";

export const OF_NOTES = "Make tasks of these notes";
export const OF_REVIEWS = "Make tasks of these reviews";
export const OF_PATH = "Plan this path as tasks";

/** @type {Map<string, string>} What a session's chat is to send when it opens. */
const handed = new Map();

/** A button named by the sentence that it says in the chat of session `id`. */
export function sayButton(id, sentence) {
  return button(t(sentence), () => {
    handed.set(id, t(sentence));
    location.hash = path("s", id, "tutor");
  });
}

/** What was handed to this chat, once; "" where nothing was. */
export function takeHanded(id) {
  const sentence = handed.get(id) ?? "";
  handed.delete(id);
  return sentence;
}
