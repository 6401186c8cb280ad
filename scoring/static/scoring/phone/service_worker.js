import { find, make } from "./dom.js";
import { say } from "./words.js";

/**
 * Only a secure address gets a service worker; on another the page says what to mind.
 * @type {(worker: string) => void}
 */
export function keepForLater(worker) {
  if (!window.isSecureContext) {
    find("#news").append(make("p", { class: "note" }, say("keep_open")));
    return;
  }
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  serviceWorker.register(worker, { scope: "/", updateViaCache: "none" }).catch(() => {}); // as in a private window
  const files = performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname);
  serviceWorker.ready.then(({ active }) => active?.postMessage({ page: location.pathname, files }));
}
