/** Gives a field the height of its text, within the bounds of its style. */
export function growWithText(field: HTMLTextAreaElement): void {
  field.style.height = 'auto'
  // The height of the text is without borders, that of the style with them.
  field.style.height = `${field.scrollHeight + field.offsetHeight - field.clientHeight}px`
}
