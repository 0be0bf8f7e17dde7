// Dragging by pointer: mouse, pen and finger alike. What is dragged follows the pointer; a press that does not move stays a press.

import { el } from "../frame/elements.js";

const STARTS = 6;
const EDGE = 70;
const STEP = 14;
const FIELDS = "input, textarea, select, button";

/**
 * What shows where one may take hold of it; who does not point has the buttons and fields.
 */
export function grip() {
  return el("span", { class: "grab", "aria-hidden": "true" });
}

/**
 * Lets `node` be dragged: by a mouse anywhere but on its fields, by a finger at what carries the class "grab" or "chip" (there the
 * style says `touch-action: none`; elsewhere a finger scrolls).
 * @param {HTMLElement} node
 * @param {{ upright?: boolean, lifted?: () => void, over: (x: number, y: number) => void, done: (x: number, y: number) => void, left: () => void }} act
 *   `upright`: up and down only; `over` while it moves, with the pointer's place; at the end `done`, or `left` where it was called off.
 */
export function draggable(node, act) {
  node.addEventListener("pointerdown", (event) => {
    const at = /** @type {HTMLElement} */ (event.target);
    if (event.button || !event.isPrimary || at.closest(FIELDS) || at.closest('[aria-busy="true"]')) return;
    if (event.pointerType !== "mouse" && !at.closest(".grab, .chip")) return;
    const ended = new AbortController();
    const [fromX, fromY, scrolled] = [event.clientX, event.clientY, window.scrollY];
    let [x, y] = [fromX, fromY];
    let held = false;
    let frame = 0;

    function follow() {
      node.style.translate = `${act.upright ? 0 : x - fromX}px ${y - fromY + window.scrollY - scrolled}px`;
      act.over(x, y);
    }

    /** Near an edge of the window the page goes along. */
    function along() {
      const step = y < EDGE ? -STEP : y > window.innerHeight - EDGE ? STEP : 0;
      if (step) window.scrollBy(0, step);
      if (step) follow();
      frame = requestAnimationFrame(along);
    }

    function moved(next) {
      if (next.pointerId !== event.pointerId) return;
      [x, y] = [next.clientX, next.clientY];
      if (!held && Math.hypot(x - fromX, y - fromY) < STARTS) return;
      if (!held) {
        held = true;
        node.setPointerCapture(event.pointerId);
        getSelection()?.removeAllRanges();
        node.classList.add("held");
        document.body.classList.add("dragging");
        act.lifted?.();
        frame = requestAnimationFrame(along);
      }
      follow();
    }

    function end(dropped) {
      ended.abort();
      cancelAnimationFrame(frame);
      if (!held) return;
      // The press that ends a drag is none.
      const none = (click) => click.stopPropagation();
      window.addEventListener("click", none, { capture: true });
      setTimeout(() => window.removeEventListener("click", none, { capture: true }), 50);
      if (dropped) act.done(x, y);
      else act.left();
      node.classList.remove("held");
      document.body.classList.remove("dragging");
      node.style.translate = "";
    }

    const how = { signal: ended.signal };
    window.addEventListener("pointermove", moved, how);
    window.addEventListener("pointerup", (next) => next.pointerId === event.pointerId && end(true), how);
    window.addEventListener("pointercancel", () => end(false), how);
    window.addEventListener("keydown", (key) => key.key === "Escape" && end(false), how);
  });
}
