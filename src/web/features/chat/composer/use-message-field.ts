import { type KeyboardEvent, type RefObject, useLayoutEffect } from 'react'
import { limits } from '../../../../shared/common/limits.ts'
import { tooLong } from '../../../../shared/text/plain-text.ts'

/** A field in which a message is written: it grows with its text, says when that is too long, and Enter sends it. */
export function useMessageField(
  input: RefObject<HTMLTextAreaElement | null>,
  text: string,
  submit: () => void,
) {
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
    error: length > limits.chatMessage ? tooLong('A message', limits.chatMessage) : undefined,
    /** Characters used, once they come near the limit. */
    used: length > limits.chatMessage * 0.8 ? length : undefined,
    /** Takes Enter, with Ctrl or Cmd too; Shift+Enter breaks the line. */
    onEnter: (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || event.shiftKey) return
      // Enter that ends the composition of a character sends nothing; Safari says so by the code alone.
      if (event.nativeEvent.isComposing || event.keyCode === 229) return
      event.preventDefault()
      submit()
    },
  }
}
