// Reads the codes that phones hold up. Every picture goes to the site as grey pixels, which says what stands in it; the
// codes of one form are collected here, and taken in once they are all there.
const box = document.querySelector("#reading");
const film = document.querySelector("#film");
const [start, stop, photo, seen, taken] = ["start", "stop", "photo", "seen", "taken"].map((id) => document.getElementById(id));
const MOST_PIXELS = 2_000_000;
const PAUSE = 120;
const PATIENCE = 3 * 60 * 1000; // without a code; a camera does not stay on by itself
const sets = new Map();
const canvas = document.createElement("canvas");
let [stream, heard] = [null, 0];

const show = (id, is) => (document.getElementById(id).hidden = !is);

const send = (address, body) => {
  const { value } = document.querySelector("[name=csrfmiddlewaretoken]");
  return fetch(address, { method: "POST", body, headers: { "X-CSRFToken": value } });
};

// What the codes in a picture say.
const read = async (picture, width, height) => {
  const scale = Math.min(1, Math.sqrt(MOST_PIXELS / (width * height)));
  [canvas.width, canvas.height] = [Math.floor(width * scale), Math.floor(height * scale)];
  const brush = canvas.getContext("2d", { willReadFrequently: true });
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

const look = async (picture, width, height) => {
  try {
    const { parts, problems } = await read(picture, width, height);
    show("lost", false);
    if (problems.length) tell(problems);
    for (const part of parts) await collect(part);
    return parts.length + problems.length;
  } catch {
    show("lost", true);
    return 0;
  }
};

const collect = async ({ text, set, number, count, table }) => {
  heard = performance.now();
  const known = sets.get(set) ?? { texts: new Map(), line: document.querySelector("#part").content.cloneNode(true).firstElementChild };
  if (known.done || known.texts.has(number)) return;
  sets.set(set, known);
  known.texts.set(number, text);
  known.line.querySelector("strong").textContent = table;
  known.line.querySelector("b").textContent = `${known.texts.size} / ${count}`;
  if (count > 1) seen.prepend(known.line);
  if (known.texts.size < count) return;
  known.done = true;
  await take([...known.texts.values()]).catch((lost) => {
    sets.delete(set); // so that it is read once more
    throw lost;
  });
  known.line.remove();
};

const take = async (lines) => {
  const body = new FormData();
  body.set("text", lines.join("\n"));
  const answer = await send("?part", body);
  if (!answer.ok || answer.redirected) throw new Error("no answer");
  put(new DOMParser().parseFromString(await answer.text(), "text/html").body.children);
};

const put = (children) => taken.prepend(...children);

// A refusal is told once, not with every picture of the same code.
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
  [stream, film.srcObject] = [null, null];
  for (const [id, is] of [["film", false], ["stop", false], ["start", true]]) show(id, is);
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
  for (const [id, is] of [["film", true], ["stop", true], ["start", false], ["refused-camera", false]]) show(id, is);
  heard = performance.now();
  const mine = stream;
  while (stream === mine) {
    if (!document.hidden && film.videoWidth) await look(film, film.videoWidth, film.videoHeight);
    if (performance.now() - heard > PATIENCE) end();
    await new Promise((goOn) => setTimeout(goOn, PAUSE));
  }
};

const readPhotos = async () => {
  show("nothing", false);
  for (const file of [...photo.files].slice(0, 10)) {
    const picture = await createImageBitmap(file).catch(() => null);
    const found = picture && (await look(picture, picture.width, picture.height));
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
