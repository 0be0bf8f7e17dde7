// Views are fetched when they are looked at first. After an update of Pensum an open page asks for those of the version before,
// which are gone: then the page is loaded anew, once.

import { Trouble, away } from "../http/api.js";

const KEPT = "pensum.renewed";
const AGAIN_AFTER_MS = 60_000;

/** Whether the house serves another page than this one. Raises a Trouble where it does not answer. */
async function outdated() {
  const own = /** @type {HTMLScriptElement} */ (document.querySelector('script[type="module"]')).getAttribute("src");
  const page = await fetch(location.pathname, { cache: "no-store" }).catch(() => null);
  if (!page?.ok) throw new Trouble(away());
  return !(await page.text()).includes(`"${own}"`);
}

/**
 * What a dynamic import brings. Where that is gone with the version before, the page is loaded anew and this never ends.
 * @template M
 * @param {() => Promise<M>} load
 * @returns {Promise<M>}
 */
export async function brought(load) {
  try {
    return await load();
  } catch (error) {
    if (!(error instanceof TypeError) || !(await outdated())) throw error;
    // Where several versions are served side by side it must not go round and round.
    if (Date.now() - Number(sessionStorage.getItem(KEPT)) < AGAIN_AFTER_MS) throw error;
    sessionStorage.setItem(KEPT, String(Date.now()));
    location.reload();
    return new Promise(() => {});
  }
}
