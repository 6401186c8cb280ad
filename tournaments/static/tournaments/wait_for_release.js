// A button that is replaced while a finger is on it loses its press. So what comes in waits.
let released = Promise.resolve();

document.addEventListener("pointerdown", () => {
  released = new Promise((done) => {
    const letGo = () => setTimeout(done, 50); // the click follows
    for (const kind of ["pointerup", "pointercancel"]) document.addEventListener(kind, letGo, { once: true });
    setTimeout(done, 2000); // a finger that stays waits for nothing
  });
}, true);

/** Until no finger, and no button of a mouse, is pressed: after one press the next may have begun. */
export const whenReleased = async () => {
  let awaited;
  while (awaited !== released) {
    awaited = released;
    await awaited;
  }
};
