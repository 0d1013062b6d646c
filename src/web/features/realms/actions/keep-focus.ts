/**
 * A button that had the focus is removed by its own action: the heading of its section then gets it.
 * @returns a function to call when the action is done
 */
export function keepFocus(button: Element): () => void {
  const heading = button.closest('section')?.querySelector('h3')
  return () =>
    // The timer runs after the render without the button.
    void setTimeout(() => {
      if (!button.isConnected && document.activeElement === document.body)
        heading?.focus({ preventScroll: true })
    })
}
