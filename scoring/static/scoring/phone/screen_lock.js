export function keepScreenOn() {
  if (!navigator.wakeLock) return;
  const ask = () => {
    if (document.visibilityState === "visible") navigator.wakeLock.request("screen").catch(() => {}); // low battery
  };
  document.addEventListener("visibilitychange", ask);
  ask();
}
