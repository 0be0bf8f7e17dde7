// What was done on each day, and for how long: two weeks as bars, with the days in a row.

import { el } from "../frame/elements.js";
import { locale, t, tn } from "../frame/language.js";
import { asTable, barsOf } from "./plots.js";

const SHOWN = 14;
const DAY_MS = 86_400_000;

const told = (date, options) => new Date(`${date}T00:00:00Z`).toLocaleDateString(locale(), { timeZone: "UTC", ...options });

/** "Tuesday 3 November". */
export const dayName = (date) => told(date, { weekday: "long", day: "numeric", month: "long" });

/** What stands below a day's bar. */
export const dayFoot = (date) => [told(date, { weekday: "narrow" }), el("br"), Number(date.slice(8))];

/** "12 minutes", "1.5 hours". */
export function lasting(seconds) {
  const minutes = Math.round(seconds / 60);
  if (minutes < 1 && seconds > 0) return t("under a minute");
  if (minutes < 90) return tn(minutes, "{n} minute", "{n} minutes");
  const hours = Math.round(minutes / 6) / 10;
  return t(hours === 1 ? "{n} hour" : "{n} hours", { n: hours.toLocaleString(locale()) });
}

/** The last days up to `today`, each with what was done, also where that is nothing. Pure. @param {Api["ProgressDay"][]} days */
function lastDays(days, today) {
  const by = new Map(days.map((one) => [one.day, one]));
  return Array.from({ length: SHOWN }, (_, at) => new Date(today - (SHOWN - 1 - at) * DAY_MS).toISOString().slice(0, 10))
    .map((day) => by.get(day) ?? { day, answers: 0, correct: 0, seconds: 0 });
}

/**
 * The time that a course took, by day; `streak`: the days in a row, over all courses.
 * @param {Api["ProgressDay"][]} days
 */
export function daysChart(days, streak, today = Date.now()) {
  const sum = (of) => days.reduce((all, one) => all + of(one), 0);
  const shown = lastDays(days, today);
  const said = (one) => t("{answers}, {right} right, {time}", { answers: tn(one.answers, "{n} answer", "{n} answers"), right: one.correct, time: lasting(one.seconds) });
  return [
    el("h2", {}, t("Your time")),
    el("p", {}, el("strong", {}, lasting(sum((one) => one.seconds))), ` ${tn(sum((one) => one.answers), "on {n} answer in this course.", "on {n} answers in this course.")}`,
      streak > 0 && ` ${tn(streak, "{n} day in a row, all courses together.", "{n} days in a row, all courses together.")}`),
    barsOf(shown.map((one, at) => ({ name: `${dayName(one.day)}: ${said(one)}`, value: one.seconds, amount: one.seconds ? Math.max(1, Math.round(one.seconds / 60)) : "", foot: dayFoot(one.day), marked: at === SHOWN - 1 }))),
    el("p", { class: "soft" }, t("Minutes on questions, the last 14 days.")),
    asTable([t("Day"), t("Answers"), t("Right"), t("Time")], [...days].reverse().map((one) => [dayName(one.day), one.answers, one.correct, lasting(one.seconds)])),
  ];
}
