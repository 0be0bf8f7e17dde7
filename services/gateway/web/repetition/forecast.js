// How many reviews fall due on each of the next days, as a small bar chart with its table.

import { el } from "../frame/elements.js";
import { t, tn } from "../frame/language.js";
import { dayFoot, dayName } from "../history/days.js";
import { asTable, barsOf } from "../history/plots.js";

/** `found` is a Forecast. */
export function forecastChart({ days, later, due_now: now }) {
  const today = (days[0]?.due ?? 0) - now;
  const name = (one, at) => (at === 0 ? t("All of today") : dayName(one.day));
  return [
    el("h2", {}, t("The next days")),
    barsOf(days.map((one, at) => ({ name: `${name(one, at)}: ${tn(one.due, "{n} review", "{n} reviews")}`, value: one.due, amount: one.due || "", foot: dayFoot(one.day), marked: at === 0 }))),
    today > 0 && el("p", { class: "soft" }, tn(today, "Later today: {n} more review. Today's column counts what is due now too.", "Later today: {n} more reviews. Today's column counts what is due now too.")),
    later > 0 && el("p", { class: "soft" }, tn(later, "{n} review later than that.", "{n} reviews later than that.")),
    asTable([t("Day"), t("Reviews")], days.map((one, at) => [name(one, at), one.due])),
  ];
}
