import { type KeyboardEvent, type RefObject, useLayoutEffect } from 'react'
import { lengthOf, tooLong } from '../../../shared/text/plain-text.ts'
import { isComposing } from '../../lib/is-composing.ts'
import { growWithText } from '../../ui/form/grow-with-text.ts'
import * as texts from '../texts.ts'

/** The field grows with its text. @param max in characters */
export function useMessageField(options: {
  input: RefObject<HTMLTextAreaElement | null>
  text: string
  max: number
  submit: () => void
}) {
  const { input, text, max, submit } = options
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useLayoutEffect(() => {
    const grow = () => input.current && growWithText(input.current)
    grow()
    // Where a phone is turned, the text has other lines.
    window.addEventListener('resize', grow)
    return () => window.removeEventListener('resize', grow)
  }, [text])
  const length = lengthOf(text.trim())
  return {
    error: length > max ? tooLong(texts.aMessage, max) : undefined,
    /** Undefined up to 80% of the limit. */
    used: length > max * 0.8 ? length : undefined,
    /** Enter submits, also with Ctrl or Cmd; Shift+Enter breaks the line. */
    onEnter: (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || event.shiftKey || isComposing(event.nativeEvent)) return
      event.preventDefault()
      submit()
    },
  }
}
