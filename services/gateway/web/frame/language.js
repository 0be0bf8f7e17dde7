// Which language the page speaks, and its sentences in it. The English sentence is the key; words/<language>.js has the others.
//
// Chosen by the browser, changed by the reader; the house's own sentences come in the same one (Accept-Language).

const KEPT = "pensum.language";
/** What the page speaks, each by its own name. */
export const LANGUAGES = { en: "English", no: "Norsk" };
const SAME = { nb: "no", nn: "no" };

/** @type {Record<string, string>} */
let words = {};
let spoken = "en";

/** The first of `wished` that the page speaks; English where it speaks none. Pure. */
export function chosen(wished) {
  const names = wished.map((one) => one.toLowerCase().split("-")[0]);
  return names.map((one) => SAME[one] ?? one).find((one) => Object.hasOwn(LANGUAGES, one)) ?? "en";
}

/** "en" or "no". */
export const language = () => spoken;

/** Numbers and dates as the language writes them. */
export const locale = () => (spoken === "no" ? "nb-NO" : "en-GB");

/** Fetches the words; call it before anything is drawn. */
export async function begin() {
  spoken = chosen([localStorage.getItem(KEPT), ...navigator.languages].filter(Boolean));
  words = spoken === "en" ? {} : (await import("../words/no.js")).words;
  document.documentElement.lang = spoken === "no" ? "nb" : "en";
}

/** Speaks another one from now on; the page is drawn anew. */
export function speak(other) {
  localStorage.setItem(KEPT, other);
  location.reload();
}

const filled = (sentence, values) => sentence.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));

/** The sentence in the reader's language; `{name}` is filled from `values`. */
export function t(sentence, values = {}) {
  if (sentence && spoken !== "en" && !Object.hasOwn(words, sentence)) console.warn(`Not said in this language: ${sentence}`);
  return filled(words[sentence] ?? sentence, values);
}

/** The sentence for one, or that for several: `{n}` is the number. */
export function tn(count, one, several, values = {}) {
  return t(count === 1 ? one : several, { n: count.toLocaleString(locale()), ...values });
}
