import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { isComposing } from '../../../blocks/messages/use-message-field.ts'
import type { Returned, Trouble } from '../conversation/conversation.ts'
import { useDraft } from './use-draft.ts'

export interface ComposerInput {
  send: (text: string) => boolean
  /** Under which key the draft is remembered; without one it is not. */
  draftKey?: string
  /** The id of the conversation that is written into. */
  conversation: string
  /** A message that was not taken after all, and what says that it is back in the draft. */
  returned?: Returned | null
  takeReturned?: () => void
  /** Arrow-up in an empty field: false where there is nothing to edit. */
  editLast?: () => boolean
}

/** What a person writes before it is sent; it is cleared only once it was taken. */
export function useComposer(props: ComposerInput) {
  const { send, returned, takeReturned, editLast } = props
  const input: RefObject<HTMLTextAreaElement | null> = useRef(null)
  const [draft, setDraft] = useDraft({
    key: props.draftKey ?? null,
    conversation: props.conversation,
    input,
  })
  const [refusal, setRefusal] = useState<Trouble | null>(null)
  const submit = () => {
    if (!send(draft)) return
    setDraft('')
    setRefusal(null)
  }
  const handled = useRef<Returned>(null)
  useEffect(() => {
    if (!returned || handled.current === returned) return
    handled.current = returned
    // Whatever was typed meanwhile stays, after it.
    setDraft([returned.text, draft].filter((text) => text !== '').join('\n'))
    setRefusal(returned.trouble)
    takeReturned?.()
  }, [returned, takeReturned, draft, setDraft])
  return {
    draft,
    input,
    submit,
    /** Why the last message is back. */
    refusal,
    change: (text: string) => {
      setDraft(text)
      setRefusal(null)
    },
    /** Whether a key was taken: arrow-up in an empty field edits the last question. */
    onKey: (event: KeyboardEvent) => {
      const isPlain = !event.shiftKey && !event.ctrlKey && !event.altKey && !event.metaKey
      const isForEditing = event.key === 'ArrowUp' && isPlain && draft === '' && !isComposing(event)
      if (!isForEditing || !editLast?.()) return false
      event.preventDefault()
      return true
    },
  }
}
