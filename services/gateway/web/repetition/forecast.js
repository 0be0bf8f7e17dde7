// How many reviews fall due on each of the next days, as a small bar chart; its table is the same numbers in words.

import { el } from "../frame/elements.js";
import { locale, t, tn } from "../frame/language.js";

const day = (date, options) => new Date(`${date}T00:00:00Z`).toLocaleDateString(locale(), { timeZone: "UTC", ...options });

/** `found` is a Forecast. */
export function forecastChart({ days, later, due_now: now }) {
  const today = (days[0]?.due ?? 0) - now;
  const most = Math.max(1, ...days.map((one) => one.due));
  return [
    el("h2", {}, t("The next days")),
    el("ol", { class: "forecast" }, days.map((one, at) => {
      const bar = el("span", { class: "column", "aria-hidden": "true" });
      bar.style.blockSize = `${(one.due / most) * 100}%`;
      const name = at === 0 ? t("All of today") : day(one.day, { weekday: "long", day: "numeric", month: "long" });
      return el("li", { class: at === 0 ? "today" : null }, el("span", { class: "unseen" }, `${name}: ${tn(one.due, "{n} review", "{n} reviews")}`),
        el("span", { class: "amount", "aria-hidden": "true" }, one.due || ""), el("span", { class: "track" }, bar),
        el("span", { class: "day", "aria-hidden": "true" }, day(one.day, { weekday: "narrow" }), el("br"), day(one.day, { day: "numeric" })));
    })),
    today > 0 && el("p", { class: "soft" }, tn(today, "Later today: {n} more review. Today's column counts what is due now too.", "Later today: {n} more reviews. Today's column counts what is due now too.")),
    later > 0 && el("p", { class: "soft" }, tn(later, "{n} review later than that.", "{n} reviews later than that.")),
  ];
}
