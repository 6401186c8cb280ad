/**
 * Hands over what was not sent as codes that a camera reads: docs/scoring-and-exchange.md. What goes into them is what would have been
 * sent, and it is still sent as soon as it can be: the same ids come twice, which changes nothing.
 */

import { all, button, find, make, put } from "./dom.js";
import { drawCode } from "./qr.js";
import { hmac, joined } from "./seal.js";
import { fitting } from "./poll_and_send.js";
import { say } from "./words.js";

/** @import {Phone} from "./phone.js" */

const FORMAT = 1;
const VERSION = 1; // of what is sent
const MOST = 600; // bytes of a code: larger ones have modules too small for the camera of a laptop
const HEAD = 30;
const SEAL = 16;
const LINK = 4;
const MARGIN = 4; // modules
const TURN = 700;
const AWAY = 20000; // from here on the connection may stay away

let since = 0; // when it went
/** @type {number | undefined} */
let timer;

/**
 * Offers it once the club was out of reach for a while, with something to send.
 * @type {(page: Phone, key: string) => void}
 */
export function offer(page, key) {
  const { sender: { reach }, data: { view } } = page;
  const isAway = view.unsent.length > 0 && (reach === "lost" || reach === "unwell");
  since = isAway ? since || performance.now() : 0;
  clearTimeout(timer);
  const wait = since + AWAY - performance.now();
  if (isAway && wait > 0) timer = setTimeout(() => offer(page, key), wait);
  else if (isAway) put(find("#light"), make("p", {}, say("hand_over_why")), button("button", say("hand_over"), () => showCodes(page, key)));
  else put(find("#light"));
}

/** @type {(text: string) => Uint8Array} */
const encode = (text) => new TextEncoder().encode(text);

/** @type {(letters: string) => Uint8Array} */
const fromLetters = (letters) =>
  Uint8Array.from(atob(letters.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

/** @type {(bytes: Uint8Array) => string} */
const toLetters = (bytes) => btoa(String.fromCharCode(...bytes));

/**
 * What goes into each code.
 * @type {(key: string, content: object) => Promise<Uint8Array[]>}
 */
export async function makeParts(key, content) {
  const plain = encode(JSON.stringify(content));
  const packed = await pack(plain);
  const body = packed ?? plain;
  const secret = encode(key);
  const total = Math.ceil(body.length / (MOST - HEAD - SEAL));
  const length = Math.ceil(body.length / total);
  const same = [fromLetters(`${key.slice(0, 22)}==`), hmac(secret, body).subarray(0, 8)];
  return Array.from({ length: total }, (_, index) => {
    const piece = body.subarray(index * length, (index + 1) * length);
    const part = joined(encode("SL"), Uint8Array.of(FORMAT, packed ? 1 : 0), ...same, Uint8Array.of(index + 1, total), piece);
    return joined(part, hmac(secret, part).subarray(0, SEAL));
  });
}

/**
 * Smaller, where the browser can.
 * @type {(bytes: Uint8Array) => Promise<Uint8Array | null>}
 */
async function pack(bytes) {
  try {
    const stream = new Blob([/** @type {never} */ (bytes)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  } catch {
    return null;
  }
}

/**
 * What would be sent, and the history that it was made on.
 * @type {(page: Phone) => object}
 */
function tellUnsent({ data: { view, record }, sender: { device } }) {
  const { chain } = record.state;
  const entries = fitting(view.unsent).map(({ entry }) => entry);
  return { version: VERSION, device, since: chain.length / LINK, link: chain.slice(-LINK), entries };
}

/**
 * Black on white, whatever colours the page has: readers expect that. Every module is as many whole pixels wide.
 * @type {(canvas: HTMLCanvasElement, bytes: Uint8Array, wide: number) => void}
 */
function draw(canvas, bytes, wide) {
  const rows = drawCode(bytes);
  const size = rows.length + 2 * MARGIN;
  const scale = Math.max(1, Math.floor((wide * devicePixelRatio) / size));
  canvas.width = canvas.height = size * scale;
  canvas.style.width = `${(size * scale) / devicePixelRatio}px`;
  const brush = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  brush.fillStyle = "white";
  brush.fillRect(0, 0, canvas.width, canvas.height);
  brush.fillStyle = "black";
  rows.forEach((row, i) => row.forEach((dark, j) => {
    if (dark) brush.fillRect((j + MARGIN) * scale, (i + MARGIN) * scale, scale, scale);
  }));
}

/** @type {(page: Phone, key: string) => Promise<void>} */
async function showCodes(page, key) {
  const parts = await makeParts(key, tellUnsent(page));
  const canvas = make("canvas", { role: "img", "aria-label": say("hand_over") });
  const counter = make("p");
  const file = URL.createObjectURL(new Blob([parts.map(toLetters).join("\n"), "\n"], { type: "text/plain" }));
  /** @type {HTMLDialogElement} */
  const dialog = make("dialog", { "aria-label": say("hand_over") }, canvas, counter,
    make("p", {}, say("hold_up")),
    make("p", { class: "thumb" },
      button("main", say("close_code"), () => dialog.close()),
      make("a", { class: "button", href: file, download: `streepje-${page.sheet.slice(0, 6)}.txt` }, say("code_file"))));
  Object.assign(dialog.style, { width: "100%", maxWidth: "44rem", padding: "0 0 1rem", border: "0", textAlign: "center" });
  Object.assign(canvas.style, { display: "block", margin: "auto" });
  for (const text of all("p", dialog)) Object.assign(text.style, { margin: ".5rem auto", padding: "0 .75rem", justifyContent: "center" });
  document.body.append(dialog);
  dialog.showModal();
  let number = 0;
  const next = () => {
    draw(canvas, parts[number], dialog.clientWidth);
    counter.textContent = parts.length > 1 ? `${number + 1} / ${parts.length}` : "";
    number = (number + 1) % parts.length;
  };
  next();
  const turning = parts.length > 1 ? setInterval(next, TURN) : undefined;
  dialog.addEventListener("close", () => {
    clearInterval(turning);
    URL.revokeObjectURL(file);
    dialog.remove();
  });
}
