// Follows a session: asks with its ETag, as often as the gateway wishes (Retry-After), seldom while nobody looks.

import { t } from "../frame/language.js";
import { sessionSince } from "./api.js";
import { sleep } from "./sleep.js";

const LEAST_MS = 250;
const MOST_MS = 4000;
const HIDDEN_MS = 15000;

/** Asks now instead of after the pause: something was just asked of the house. */
export function look() {
  document.dispatchEvent(new Event("look"));
}

function connection(lost) {
  const line = /** @type {HTMLElement} */ (document.getElementById("connection"));
  const away = lost || !navigator.onLine;
  line.textContent = away ? t("No connection to Pensum. Trying again…") : "";
  line.hidden = !away;
}

// The browser knows at once that its line is cut, on every view; that the house alone is silent is found out by asking.
window.addEventListener("offline", () => connection(true));
window.addEventListener("online", () => {
  connection(false);
  look();
});

/** Yields the session's state at once and after each change, until the caller breaks off or `signal` aborts. */
export async function* states(id, signal) {
  let etag = null;
  let quiet = LEAST_MS;
  try {
    for (;;) {
      let found;
      try {
        found = await sessionSince(id, etag, signal);
        connection(false);
      } catch (error) {
        if (signal.aborted || !(error.status === 0 || error.status >= 500)) throw error;
        connection(true);
        quiet = Math.min(quiet * 2, MOST_MS);
        await sleep(quiet, signal);
        continue;
      }
      if (found.status !== 304 && found.data) {
        etag = found.etag;
        quiet = LEAST_MS;
        yield found.data;
      } else {
        quiet = Math.min(quiet * 1.5, MOST_MS);
      }
      const wait = Math.max(LEAST_MS, found.retryMs ?? quiet);
      await sleep(document.hidden ? Math.max(HIDDEN_MS, wait) : wait, signal);
    }
  } finally {
    connection(false);
  }
}

const SETTLED = new Set(["ready", "failed", "pending_review", "forgotten"]);

/** Nothing more happens by itself. */
export function settled(state) {
  return SETTLED.has(state.status);
}
