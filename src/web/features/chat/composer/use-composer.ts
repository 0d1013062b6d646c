import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import type { AttachedFile } from '../../../../shared/chat/messages.ts'
import { isPlainText } from '../../../../shared/text/plain-text.ts'
import { isComposing } from '../../../lib/is-composing.ts'
import type { ReplyFailure, Returned } from '../conversation/conversation.ts'
import * as texts from '../texts.tsx'
import { useDraft } from './use-draft.ts'
import { useFiles } from './use-files.ts'

export interface ComposerInput {
  send: (text: string, files?: readonly AttachedFile[]) => boolean
  draftKey?: string
  conversation: string
  /** Whether a reply is running. */
  pending: boolean
  /** Says why files can't be added; null if they can, undefined if the composer has no place for them. */
  noFiles?: ReactNode
  /** A message that the server did not accept, and the function that confirms that it is back in the draft. */
  returned?: Returned | null
  takeReturned?: () => void
  /** Called for arrow-up in an empty field; returns false if there is no question to edit. */
  editLast?: () => boolean
}

/** The draft of a message; it is cleared only when the message was accepted. */
export function useComposer(props: ComposerInput) {
  const { send, editLast } = props
  const input: RefObject<HTMLTextAreaElement | null> = useRef(null)
  const [draft, setDraft] = useDraft({
    key: props.draftKey ?? null,
    conversation: props.conversation,
    input,
  })
  const [refusal, setRefusal] = useState<ReplyFailure | null>(null)
  const files = useFiles(props.conversation)
  const [filesRefused, setFilesRefused] = useState(false)
  const refuseFiles = props.noFiles ? () => setFilesRefused(true) : null
  // The draft that was submitted before all of its files were stored.
  const [held, setHeld] = useState('')
  const submit = () => {
    setHeld(files.areStored || props.pending ? '' : draft)
    if (!files.areStored) return
    if (!send(draft, files.stored())) {
      if (!isPlainText(draft)) setRefusal({ kind: 'refused', message: texts.cannotBeShown })
      return
    }
    setDraft('')
    setRefusal(null)
    setFilesRefused(false)
    files.clear()
  }
  useReturned(props, ({ text, failure, files: sent }) => {
    // Text that was typed meanwhile is kept after the returned text.
    setDraft([text, draft].filter((one) => one !== '').join('\n'))
    setRefusal(failure)
    if (sent) files.giveBack(sent)
  })
  return {
    draft,
    input,
    submit,
    files,
    isHeld: held.trim() !== '' && held === draft,
    release: () => setHeld(''),
    filesRefused,
    refuseFiles,
    addFiles: refuseFiles ?? files.add,
    refusal,
    change: (text: string) => {
      setDraft(text)
      setRefusal(null)
    },
    /** Handles arrow-up in an empty field, which edits the last question. Returns whether the key was handled. */
    onKey: (event: KeyboardEvent) => {
      const isPlain = !event.shiftKey && !event.ctrlKey && !event.altKey && !event.metaKey
      const isForEditing =
        event.key === 'ArrowUp' && isPlain && draft === '' && !isComposing(event.nativeEvent)
      if (!isForEditing || !editLast?.()) return false
      event.preventDefault()
      return true
    },
  }
}

/** Gives each message that came back once. */
function useReturned({ returned, takeReturned }: ComposerInput, take: (returned: Returned) => void): void {
  const handled = useRef<Returned>(null)
  useEffect(() => {
    if (!returned || handled.current === returned) return
    handled.current = returned
    take(returned)
    takeReturned?.()
  }, [returned, takeReturned, take])
}
