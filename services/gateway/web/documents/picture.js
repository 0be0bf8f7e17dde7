// Pictures of pages. They need the token, so they are fetched, shown as blobs, and let go when the view is left.

import { draw } from "../frame/draw.js";
import { picture } from "../http/api.js";
import { button, el } from "../frame/elements.js";
import { t } from "../frame/language.js";
import { marksIn } from "./marks.js";
import { troublePanel } from "../frame/trouble.js";

/** {image, marks}: an <img> of the address, decoded, and where its marks stand; null where there is no such picture. Its memory is freed when `signal` aborts. */
export async function pictureOf(address, alt, signal) {
  const blob = await picture(address, signal);
  if (!blob || signal.aborted) return null;
  const marks = marksIn(await blob.arrayBuffer());
  const url = URL.createObjectURL(blob);
  signal.addEventListener("abort", () => URL.revokeObjectURL(url), { once: true });
  const image = el("img", { src: url, alt });
  await image.decode();
  return { image, marks };
}

/** Fills `frame` with the picture, the wait for it, or why it did not come. Returns the <img>, null without one, undefined if it failed. */
export async function fill(frame, address, alt, signal) {
  frame.setAttribute("aria-busy", "true");
  draw(frame, el("p", { class: "soft drawing" }, t("Drawing the page…")));
  try {
    const found = await pictureOf(address, alt, signal);
    if (signal.aborted) return null;
    draw(frame, found?.image ?? el("p", { class: "soft drawing" }, t("There is no picture of this page.")));
    return found?.image ?? null;
  } catch (error) {
    if (signal.aborted) return null;
    draw(frame, troublePanel(error, button(t("Try again"), () => fill(frame, address, alt, signal))));
    return undefined;
  } finally {
    frame.removeAttribute("aria-busy");
  }
}
