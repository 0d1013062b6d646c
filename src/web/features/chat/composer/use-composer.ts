import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { isComposing } from '../../../blocks/messages/use-message-field.ts'
import type { ReplyFailure, Returned } from '../conversation/conversation.ts'
import { useDraft } from './use-draft.ts'

export interface ComposerInput {
  send: (text: string) => boolean
  /** The key under which the draft is stored; without one it is not stored. */
  draftKey?: string
  /** The id of the conversation. */
  conversation: string
  /** A message that the server did not accept, and the function that confirms that it is back in the draft. */
  returned?: Returned | null
  takeReturned?: () => void
  /** Called for arrow-up in an empty field; returns false if there is no question to edit. */
  editLast?: () => boolean
}

/** The draft of a message; it is cleared only when the message was accepted. */
export function useComposer(props: ComposerInput) {
  const { send, returned, takeReturned, editLast } = props
  const input: RefObject<HTMLTextAreaElement | null> = useRef(null)
  const [draft, setDraft] = useDraft({
    key: props.draftKey ?? null,
    conversation: props.conversation,
    input,
  })
  const [refusal, setRefusal] = useState<ReplyFailure | null>(null)
  const submit = () => {
    if (!send(draft)) return
    setDraft('')
    setRefusal(null)
  }
  const handled = useRef<Returned>(null)
  useEffect(() => {
    if (!returned || handled.current === returned) return
    handled.current = returned
    // Text that was typed meanwhile is kept after the returned text.
    setDraft([returned.text, draft].filter((text) => text !== '').join('\n'))
    setRefusal(returned.failure)
    takeReturned?.()
  }, [returned, takeReturned, draft, setDraft])
  return {
    draft,
    input,
    submit,
    /** Why the last message was returned. */
    refusal,
    change: (text: string) => {
      setDraft(text)
      setRefusal(null)
    },
    /** Handles arrow-up in an empty field, which edits the last question. Returns whether the key was handled. */
    onKey: (event: KeyboardEvent) => {
      const isPlain = !event.shiftKey && !event.ctrlKey && !event.altKey && !event.metaKey
      const isForEditing = event.key === 'ArrowUp' && isPlain && draft === '' && !isComposing(event)
      if (!isForEditing || !editLast?.()) return false
      event.preventDefault()
      return true
    },
  }
}
