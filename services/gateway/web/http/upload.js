// Sends documents and tells how many bytes have gone: fetch cannot say that, so this is the one request by XMLHttpRequest.

import { authorised, away, problemOf, Trouble } from "./api.js";
import { language } from "../frame/language.js";

/**
 * @param {FormData} form
 * @param {string} key the Idempotency-Key
 * @param {(sent: number, of: number) => void} told
 * @param {AbortSignal} signal
 * @returns {Promise<Api["Accepted"]>}
 */
export function upload(form, key, told, signal) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    request.open("POST", "/v1/documents");
    const headers = { Accept: "application/json, application/problem+json", "Accept-Language": language(), "Idempotency-Key": key, ...authorised() };
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener("progress", (event) => event.lengthComputable && told(event.loaded, event.total));
    request.addEventListener("load", async () => {
      const answer = new Response(request.responseText, { status: request.status });
      if (answer.ok) resolve(await answer.json());
      else reject(new Trouble(await problemOf(answer)));
    });
    request.addEventListener("error", () => reject(new Trouble(away())));
    request.addEventListener("abort", () => reject(signal.reason));
    signal.addEventListener("abort", stop);
    request.addEventListener("loadend", () => signal.removeEventListener("abort", stop));
    request.send(form);
  });
}
