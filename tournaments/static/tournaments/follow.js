// Follows what is going on by itself. Nothing is drawn anew while nothing was done.
const part = document.querySelector("[data-follow]");
const lost = document.querySelector("#lost");
let shown = "";

const look = async () => {
  if (document.hidden) return;
  try {
    const answer = await fetch(location.pathname + part.dataset.follow, { cache: "no-cache" });
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
  const at = part.contains(document.activeElement) && document.activeElement.getAttribute("href");
  part.replaceChildren(...new DOMParser().parseFromString(text, "text/html").body.childNodes);
  if (at) part.querySelector(`[href="${at}"]`)?.focus();
};

setInterval(look, part.dataset.every * 1000);
document.addEventListener("visibilitychange", look);
