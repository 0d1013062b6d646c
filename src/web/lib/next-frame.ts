/** After 250 ms in a hidden tab, which paints no frames. */
export function nextFrame(callback: () => void): void {
  if (document.hidden) setTimeout(callback, 250)
  else requestAnimationFrame(callback)
}
