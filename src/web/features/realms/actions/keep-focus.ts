/**
 * For a button that goes with what it does: whoever pressed it by keyboard goes on at the heading of its section.
 * @returns to be called once it is done
 */
export function keepFocus(button: Element): () => void {
  const heading = button.closest('section')?.querySelector('h3')
  return () =>
    // After the screen was drawn without the button.
    void setTimeout(() => {
      if (!button.isConnected && document.activeElement === document.body)
        heading?.focus({ preventScroll: true })
    })
}
