// Follows the room by itself. Nothing is drawn anew while nothing was done.
const room = document.querySelector("#room");
const lost = document.querySelector("#room-lost");
const address = `${location.pathname}?part&round=${room.dataset.round}`;
const EVERY = 10_000;
let shown = "";

const look = async () => {
  if (document.hidden) return;
  try {
    const answer = await fetch(address, { cache: "no-cache" });
    if (!answer.ok || answer.redirected) throw new Error("another page");
    const tag = answer.headers.get("ETag");
    if (tag !== shown) show(await answer.text());
    shown = tag;
    lost.hidden = true;
  } catch {
    lost.hidden = false;
  }
};

// Whoever stands on a link with the keyboard stays there.
const show = (text) => {
  const at = room.contains(document.activeElement) && document.activeElement.getAttribute("href");
  room.replaceChildren(...new DOMParser().parseFromString(text, "text/html").body.childNodes);
  if (at) room.querySelector(`[href="${at}"]`)?.focus();
};

setInterval(look, EVERY);
document.addEventListener("visibilitychange", look);
