// Shares a link by what the phone has for that, else copies it: also on a page without https.
for (const box of document.querySelectorAll(".share")) {
  const address = box.querySelector("input");
  const copied = box.querySelector("[data-copied]");

  box.querySelector("summary").addEventListener("click", async (event) => {
    event.preventDefault();
    if (navigator.share) {
      await navigator.share({ title: document.title, url: address.value }).catch(() => {});
      return;
    }
    box.open = true;
    address.focus();
    address.select();
    const done = navigator.clipboard?.writeText(address.value).then(() => true, () => false);
    if ((await done) || document.execCommand("copy")) copied.textContent = copied.dataset.copied;
  });
}
