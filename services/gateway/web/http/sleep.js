// Waiting: in the page's own time, or shorter when somebody looks.

/** Waits; ends early when the page is seen again or `look` is called. Rejects when `signal` aborts. */
export function sleep(ms, signal) {
  return new Promise((resolve, reject) => {
    const seen = () => document.hidden || end(resolve);
    const stop = () => end(() => reject(signal.reason));
    const timer = setTimeout(() => end(resolve), ms);
    function end(then) {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", seen);
      document.removeEventListener("look", seen);
      signal.removeEventListener("abort", stop);
      then();
    }
    document.addEventListener("visibilitychange", seen);
    document.addEventListener("look", seen);
    signal.addEventListener("abort", stop);
    if (signal.aborted) stop();
  });
}
