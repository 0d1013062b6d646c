/** The `ref` of a button that goes with what it acts on: if it has the focus, the heading of its section gets it. */
export function headingAfter(button: HTMLElement | null): () => void {
  return () => {
    if (button !== document.activeElement) return
    button?.closest('section')?.querySelector('h3')?.focus({ preventScroll: true })
  }
}
