// The page's sentences in Norwegian (bokmål), by the English ones.

/** @type {Record<string, string>} */
export const words = {
  "Course": "Kurs",
};
