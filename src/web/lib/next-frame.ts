/** Calls back when it is time to paint. A hidden tab paints no frames; there it is a quarter of a second. */
export function nextFrame(callback: () => void): void {
  if (document.hidden) setTimeout(callback, 250)
  else requestAnimationFrame(callback)
}
