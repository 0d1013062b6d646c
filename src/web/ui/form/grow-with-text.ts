/** Gives a field the height of its text, within the bounds of its style. One that is not laid out has none and stays as it is. */
export function growWithText(field: HTMLTextAreaElement): void {
  if (field.scrollHeight === 0) return
  field.style.height = 'auto'
  // The height of the text is without borders, that of the style with them.
  field.style.height = `${field.scrollHeight + field.offsetHeight - field.clientHeight}px`
}

/** For a field that can be hidden, or dragged to another height, which it then keeps. */
export function keepGrown(field: HTMLTextAreaElement) {
  let given = field.style.height
  const grow = () => {
    if (field.style.height !== given) return
    growWithText(field)
    given = field.style.height
  }
  // A new height that is set while sizes are observed is an error of the window.
  const resized = new ResizeObserver(() => requestAnimationFrame(grow))
  resized.observe(field)
  return { grow, stop: () => resized.disconnect() }
}
