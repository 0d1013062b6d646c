import { type KeyboardEvent, type RefObject, useLayoutEffect } from 'react'
import { tooLong } from '../../../shared/text/plain-text.ts'

/**
 * A field in which a message is written: it grows with its text, says when that is too long, and Enter sends it.
 * @param max how many characters a message may have
 */
export function useMessageField(options: {
  input: RefObject<HTMLTextAreaElement | null>
  text: string
  max: number
  submit: () => void
}) {
  const { input, text, max, submit } = options
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useLayoutEffect(() => {
    const field = input.current
    if (!field) return
    field.style.height = 'auto'
    field.style.height = `${field.scrollHeight}px`
  }, [text])
  const length = text.trim().length
  return {
    /** Over the limit: what to say at the field. Nothing is cut. */
    error: length > max ? tooLong('A message', max) : undefined,
    /** Characters used, once they come near the limit. */
    used: length > max * 0.8 ? length : undefined,
    /** Takes Enter, with Ctrl or Cmd too; Shift+Enter breaks the line. */
    onEnter: (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return
      event.preventDefault()
      submit()
    },
  }
}

/** Whether a key belongs to the composition of a character, as its Enter does; Safari says so by the code alone. */
export function isComposing(event: KeyboardEvent): boolean {
  return event.nativeEvent.isComposing || event.keyCode === 229
}
