import { flushSync } from 'react-dom'

/**
 * Renders a change at once and gives the focus to what it shows or leaves. After an answer of the server React may
 * render later than the next timer or frame, and what is not there yet can't take the focus.
 */
export function changeFocus(
  change: () => void,
  find: () => HTMLElement | null | undefined,
  options?: FocusOptions,
): void {
  flushSync(change)
  find()?.focus(options)
}
