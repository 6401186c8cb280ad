// A button that prints, where there is a script to do it.
/** @type {NodeListOf<HTMLElement>} */
const buttons = document.querySelectorAll("[data-print]");
for (const button of buttons) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}
