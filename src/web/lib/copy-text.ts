/** Falls back to `document.execCommand` where the Clipboard API is missing, as on an insecure page. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelecting(text)
  }
}

function copyBySelecting(text: string): boolean {
  const focused = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.style.cssText = 'position:fixed;opacity:0'
  // A dialog takes the focus back from a field outside of it, and the copy would be empty and yet count as made.
  const around = focused?.closest('[role="dialog"]') ?? document.body
  around.append(field)
  field.select()
  try {
    return document.activeElement === field && document.execCommand('copy')
  } catch {
    return false
  } finally {
    field.remove()
    if (focused instanceof HTMLElement) focused.focus()
  }
}
