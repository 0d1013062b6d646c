import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { persistedById, textSchema, thisTab } from '../../../blocks/saved-draft/persisted.ts'

/**
 * What is typed but not sent. It is remembered under the conversation's key, where there is one.
 * @param key null remembers nothing
 * @param conversation tells a conversation that got its address, and takes its draft along, from another conversation
 */
export function useDraft(options: {
  key: string | null
  conversation: string
  input: RefObject<HTMLTextAreaElement | null>
}): [draft: string, setDraft: (text: string) => void] {
  const { key, conversation, input } = options
  const [draft, setDraft] = useState('')
  const before = useRef<{ key: string | null; conversation: string }>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another key or conversation brings another draft
  useLayoutEffect(() => {
    const was = before.current
    before.current = { key, conversation }
    // What was typed before the page came alive is part of the draft.
    if (!was) setDraft(input.current?.value || recall(key))
    else if (was.key === key) return
    else if (was.conversation === conversation) {
      remember(was.key, '')
      remember(key, draft)
    } else setDraft(recall(key))
  }, [key, conversation])
  return [
    draft,
    (text) => {
      setDraft(text)
      remember(key, text)
    },
  ]
}

function recall(key: string | null): string {
  return (key !== null && drafts.recall(key)) || ''
}

function remember(key: string | null, text: string): void {
  if (key !== null) drafts.remember(key, text === '' ? null : text)
}

/** What is typed but not sent, by conversation: it survives leaving the screen and a reload, not the tab. */
const drafts = persistedById('chatDrafts', textSchema, { ...thisTab, most: 30 })
