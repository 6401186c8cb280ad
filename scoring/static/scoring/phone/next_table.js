/** Where the people of an approved form go next, as soon as that is drawn. */

import { find, make, put } from "./dom.js";

const OFTEN = 15000;

let isFollowed = false;

/** @type {(approved: boolean, url: string) => void} */
export function showNextTable(approved, url) {
  find("#onward").hidden = !approved;
  if (!approved || !url || isFollowed) return;
  isFollowed = true;
  followDraw(url);
}

/** @type {(url: string) => void} */
function followDraw(url) {
  /** @type {number | undefined} */
  let timer;
  const headers = { "Accept-Language": document.documentElement.lang };
  const look = async () => {
    clearTimeout(timer);
    timer = setTimeout(look, OFTEN);
    const reply = document.hidden ? null : await fetch(url, { cache: "no-store", headers }).catch(() => null);
    if (!reply?.ok) return;
    /** @type {{lines: [words: string, address: string][]}} */
    const { lines } = await reply.json();
    put(find("#onward"), lines.map(([words, href]) => make("span", {}, href ? make("a", { href }, words) : words)));
  };
  document.addEventListener("visibilitychange", look); // a phone that was put away
  look();
}
