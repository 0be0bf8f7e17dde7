// How the page makes elements. Text goes in as text nodes only, so nothing that a document says can become markup.

import { locale } from "./language.js";

/** An element. `props`: `on<event>` is a listener, `class` its classes, booleans set or leave out, null is left out. */
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked" || name === "disabled") node[name] = value;
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

export function button(text, onclick, props = {}) {
  return el("button", { type: "button", onclick, ...props }, text);
}

export function link(text, href, props = {}) {
  return el("a", { href, ...props }, text);
}

/** The heading of a view; the router puts the focus there. It may be a document's title, in any direction. */
export function title(...content) {
  return el("h1", { tabindex: "-1", dir: "auto" }, content);
}

/** Says something to a screen reader without moving the focus. */
export function announce(text) {
  const live = /** @type {HTMLElement} */ (document.getElementById("live"));
  if (live.textContent !== text) live.textContent = text;
}

/** Numbers or names with commas, the last with "and", in the reader's language. */
export function listed(all) {
  return new Intl.ListFormat(locale(), { type: "conjunction" }).format(all.map(String));
}

export function when(timestamp) {
  const date = new Date(timestamp);
  return Number.isNaN(date.valueOf()) ? "" : date.toLocaleString(locale(), { dateStyle: "medium", timeStyle: "short" });
}

/** Keeps a button from being pressed twice while its work runs. */
export async function busy(control, work) {
  if (control.getAttribute("aria-disabled") === "true") return undefined;
  control.setAttribute("aria-disabled", "true");
  try {
    return await work();
  } finally {
    control.removeAttribute("aria-disabled");
  }
}
