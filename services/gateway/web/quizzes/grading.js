// What a grade comes to, in words. Answers that were not judged surely, or whose question was taken back, count in no score.

import { t } from "../frame/language.js";

/**
 * [tone, sign, words] of a result.
 * @param {Api["ResultView"]} result
 */
export function verdictOf(result) {
  if (takenBack(result)) return ["void", "⊘", t("Taken back")];
  if (result.is_correct) return ["right", "✓", t("Right")];
  if (result.answer === null) return ["skipped", "–", t("Skipped")];
  if (result.undecided) return ["unsure", "?", t("Not judged")];
  return result.credit > 0 ? ["partly", "◐", t("Partly right ({percent} %)", { percent: Math.round(result.credit * 100) })] : ["wrong", "✗", t("Not right")];
}

/** @param {Api["ResultView"]} result */
export function takenBack(result) {
  return Boolean(result.void) || (result.retracted !== null && result.retracted !== undefined);
}

/** @param {Api["ResultView"]} result */
export function counts(result) {
  return !takenBack(result) && !result.undecided;
}

/** {right, of, partly, undecided, void} of an attempt's results. Pure. */
export function scoreOf(found) {
  const counted = found.filter(counts);
  return {
    right: counted.filter((one) => one.is_correct).length,
    of: counted.length,
    partly: counted.filter((one) => !one.is_correct && one.credit > 0).length,
    undecided: found.filter((one) => one.undecided && !takenBack(one)).length,
    void: found.filter(takenBack).length,
  };
}

/** "2 of 3 right, 2 not judged": the numbers add up to the quiz's questions. */
export function scoreWords({ right, of, undecided, void: taken }) {
  return [of > 0 && t("{right} of {of} right", { right, of }), undecided && t("{n} not judged", { n: undecided }), taken && t("{n} taken back", { n: taken })].filter(Boolean).join(", ");
}
