// Reads the codes that phones hold up. Every picture goes to the site as grey pixels, which says what stands in it; the
// codes of one form are collected here, and taken in once they are all there.
/** @type {<T extends Element = HTMLElement>(selector: string, within?: ParentNode) => T} */
const part = (selector, within = document) =>
  /** @type {never} */
  (within.querySelector(selector));

const box = part("#reading");
/** @type {HTMLVideoElement} */
const film = part("#film");
/** @type {HTMLInputElement} */
const photo = part("#photo");
const [start, stop, seen, taken] = ["start", "stop", "seen", "taken"].map((id) => part(`#${id}`));
const MOST_PIXELS = 2_000_000;
const PAUSE = 120;
const PATIENCE = 3 * 60 * 1000; // without a code; a camera does not stay on by itself
/**
 * @typedef {{texts: Map<number, string>, line: HTMLElement, done?: boolean}} Collected
 * @type {Map<string, Collected>}
 */
const sets = new Map();
const canvas = document.createElement("canvas");
/** @type {MediaStream | null} */
let stream = null;
let heard = 0;

/** @type {(id: string, is: boolean) => void} */
const show = (id, is) => {
  part(`#${id}`).hidden = !is;
};

/** @type {(address: string, body: BodyInit) => Promise<Response>} */
const send = (address, body) => {
  /** @type {HTMLInputElement} */
  const { value } = part("[name=csrfmiddlewaretoken]");
  return fetch(address, { method: "POST", body, headers: { "X-CSRFToken": value } });
};

// What the codes in a picture say.
/**
 * @typedef {{text: string, set: string, number: number, count: number, table: string}} Code
 * @typedef {[number: string, message: string]} Refusal
 * @type {(picture: CanvasImageSource, width: number, height: number) => Promise<{parts: Code[], problems: Refusal[]}>}
 */
const read = async (picture, width, height) => {
  const scale = Math.min(1, Math.sqrt(MOST_PIXELS / (width * height)));
  [canvas.width, canvas.height] = [Math.floor(width * scale), Math.floor(height * scale)];
  const brush = canvas.getContext("2d", { willReadFrequently: true });
  if (!brush) throw new Error("no canvas");
  brush.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const { data } = brush.getImageData(0, 0, canvas.width, canvas.height);
  const grey = new Uint8Array(data.length / 4);
  for (let at = 0; at < grey.length; at += 1) {
    grey[at] = (data[4 * at] * 77 + data[4 * at + 1] * 150 + data[4 * at + 2] * 29) >> 8;
  }
  const answer = await send(`${box.dataset.picture}?wide=${canvas.width}`, new Blob([grey], { type: "application/octet-stream" }));
  if (!answer.ok || answer.redirected) throw new Error("no answer");
  return answer.json();
};

/** @type {(picture: CanvasImageSource, width: number, height: number) => Promise<number>} */
const findCodes = async (picture, width, height) => {
  try {
    const { parts, problems } = await read(picture, width, height);
    show("lost", false);
    if (problems.length) tell(problems);
    for (const code of parts) await collect(code);
    return parts.length + problems.length;
  } catch {
    show("lost", true);
    return 0;
  }
};

/** @type {(code: Code) => Promise<void>} */
const collect = async ({ text, set, number, count, table }) => {
  heard = performance.now();
  /** @type {Collected} */
  const known = sets.get(set) ?? { texts: new Map(), line: newLine() };
  if (known.done || known.texts.has(number)) return;
  sets.set(set, known);
  known.texts.set(number, text);
  part("strong", known.line).textContent = table;
  part("b", known.line).textContent = `${known.texts.size} / ${count}`;
  if (count > 1) seen.prepend(known.line);
  if (known.texts.size < count) return;
  known.done = true;
  await takeIn([...known.texts.values()]).catch((lost) => {
    sets.delete(set); // so that it is read once more
    throw lost;
  });
  known.line.remove();
};

/** @type {() => HTMLElement} */
const newLine = () => {
  /** @type {HTMLTemplateElement} */
  const { content } = part("#part");
  return part("li", document.importNode(content, true));
};

/** @type {(lines: string[]) => Promise<void>} */
const takeIn = async (lines) => {
  const body = new FormData();
  body.set("text", lines.join("\n"));
  const answer = await send("?part", body);
  if (!answer.ok || answer.redirected) throw new Error("no answer");
  put(new DOMParser().parseFromString(await answer.text(), "text/html").body.children);
};

/** @type {(children: Iterable<Element>) => void} */
const put = (children) => taken.prepend(...children);

// A refusal is told once, not with every picture of the same code.
/** @type {(problems: Refusal[]) => void} */
const tell = (problems) => {
  for (const [number, message] of problems) {
    const said = document.createElement("p");
    said.className = "problem";
    const strong = document.createElement("strong");
    strong.textContent = number;
    said.append(strong, ` ${message}`);
    if (![...taken.children].some(({ textContent }) => textContent === said.textContent)) put([said]);
  }
};

const end = () => {
  for (const track of stream?.getTracks() ?? []) track.stop();
  stream = null;
  film.srcObject = null;
  shows(false);
};

/** @type {(isOn: boolean) => void} */
const shows = (isOn) => {
  show("film", isOn);
  show("stop", isOn);
  show("start", !isOn);
};

const begin = async () => {
  try {
    stream = await navigator.mediaDevices.getUserMedia({ video: { width: { ideal: 1280 }, height: { ideal: 720 } } });
    film.srcObject = stream;
    await film.play();
  } catch {
    end();
    show("refused-camera", true);
    return;
  }
  shows(true);
  show("refused-camera", false);
  heard = performance.now();
  const mine = stream;
  while (stream === mine) {
    if (!document.hidden && film.videoWidth) await findCodes(film, film.videoWidth, film.videoHeight);
    if (performance.now() - heard > PATIENCE) end();
    await new Promise((goOn) => setTimeout(goOn, PAUSE));
  }
};

const readPhotos = async () => {
  show("nothing", false);
  for (const file of [...(photo.files ?? [])].slice(0, 10)) {
    const picture = await createImageBitmap(file).catch(() => null);
    const found = picture && (await findCodes(picture, picture.width, picture.height));
    if (!found) show("nothing", true);
    picture?.close();
  }
  photo.value = "";
};

box.hidden = false;
const can = Boolean(navigator.mediaDevices?.getUserMedia);
show("start", can);
show("no-camera", !can);
start.addEventListener("click", begin);
stop.addEventListener("click", end);
photo.addEventListener("change", readPhotos);
window.addEventListener("pagehide", end);
