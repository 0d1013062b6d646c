import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { persistedById, textSchema, thisTab } from '../../../blocks/saved-draft/persisted.ts'
import { TYPED_MOVED } from '../../../lib/typed-moved.ts'
import { takeSharedText } from './shared-text.ts'

/**
 * @param key null stores nothing
 * @param conversation stays the same when a new conversation gets its address, and with it a key
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
    // Text that was typed before hydration is part of the draft.
    if (!was) {
      const typed = input.current?.value || recall(key)
      const shared = key === null ? '' : takeSharedText()
      const text = [typed, shared].filter((part) => part !== '').join('\n')
      setDraft(text)
      if (shared) remember(key, text)
    } else if (was.key === key) return
    else if (was.conversation === conversation) {
      remember(was.key, '')
      remember(key, draft)
    } else setDraft(recall(key))
  }, [key, conversation])
  useEffect(() => {
    if (key === null) return
    // The field of a new conversation stays where somebody signs out or another wallet signs in: its words are not theirs.
    const read = () => setDraft(recall(key))
    window.addEventListener(TYPED_MOVED, read)
    return () => window.removeEventListener(TYPED_MOVED, read)
  }, [key])
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

/** They survive leaving the screen and a reload, until the tab is closed. */
const drafts = persistedById('chatDrafts', textSchema, { ...thisTab, most: 30 })
