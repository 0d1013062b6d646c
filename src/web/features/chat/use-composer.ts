import { type FormEvent, type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { chatRequestSchema } from '../../../shared/chat.ts'
import { limits } from '../../../shared/limits.ts'

/** What a person writes before it is sent: it grows, it says when it is too long, and it is cleared only once it was taken. */
export function useComposer(send: (text: string) => boolean) {
  const [draft, setDraft] = useState('')
  const input = useRef<HTMLTextAreaElement>(null)
  // What was typed before the page came alive is part of the draft.
  useEffect(() => setDraft((known) => input.current?.value || known), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useLayoutEffect(() => {
    const field = input.current
    if (!field) return
    field.style.height = 'auto'
    field.style.height = `${field.scrollHeight}px`
  }, [draft])

  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (send(draft)) setDraft('')
    input.current?.focus()
  }
  const length = draft.trim().length
  return {
    draft,
    setDraft,
    input,
    submit,
    /** Over the limit: what to say at the field. Nothing is cut. */
    error:
      length > limits.chatMessage
        ? chatRequestSchema.shape.message.safeParse(draft).error?.issues[0]?.message
        : undefined,
    /** Characters used, once they come near the limit. */
    used: length > limits.chatMessage * 0.8 ? length : undefined,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || event.shiftKey) return
      // Enter that ends the composition of a character sends nothing; Safari says so by the code alone.
      if (event.nativeEvent.isComposing || event.keyCode === 229) return
      event.preventDefault()
      submit()
    },
  }
}
