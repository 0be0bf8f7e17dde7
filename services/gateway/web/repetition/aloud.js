// Reads a text aloud by the browser's own voice, in the text's language; where there is no such voice, nothing is offered.

import { button } from "../frame/elements.js";
import { t } from "../frame/language.js";

const speech = "speechSynthesis" in window ? window.speechSynthesis : null;
const SAME = { no: ["no", "nb", "nn"], nb: ["nb", "no", "nn"], nn: ["nn", "no", "nb"] };

/** The voice for a language, or null. */
function voiceFor(language) {
  const all = speech?.getVoices() ?? [];
  const short = (language || "en").toLowerCase().split("-")[0];
  for (const wished of SAME[short] ?? [short]) {
    const found = all.find((one) => one.lang.toLowerCase().split(/[-_]/)[0] === wished);
    if (found) return found;
  }
  return null;
}

/** A button that reads what `of()` says ({text, language}) aloud, and stops when it is pressed again. Hidden without a voice: `look()` sees. */
export function aloudButton(of, signal) {
  const control = button(t("Read aloud"), () => {
    if (!speech) return;
    if (speech.speaking) {
      speech.cancel();
      return;
    }
    const { text, language } = of();
    const said = new SpeechSynthesisUtterance(text);
    said.voice = voiceFor(language);
    said.lang = said.voice?.lang ?? language;
    said.onstart = () => (control.textContent = t("Stop reading"));
    said.onend = () => (control.textContent = t("Read aloud"));
    said.onerror = said.onend;
    speech.speak(said);
  }, { class: "quiet aloud", hidden: true });
  const look = () => (control.hidden = !voiceFor(of().language));
  speech?.addEventListener("voiceschanged", look, { signal });
  signal.addEventListener("abort", () => speech?.cancel());
  return { control, look };
}
