import {
  type ComponentType,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { isComposing } from '../../../lib/is-composing.ts'
import type { MentionPickerProps } from './mention-picker.tsx'
import { type Addressable, mentionQuery, offered, writeMention } from './mention-query.ts'

export const loadMentionPicker = (): Promise<{ default: ComponentType<MentionPickerProps> }> =>
  // If its code fails to load, names can still be typed.
  import('./mention-picker.tsx').catch(() => ({ default: () => null }))

/**
 * The field keeps the focus; the arrow keys move through the list, Enter and Tab insert the marked entry, and Escape
 * closes the list until another @ is typed.
 * @param all returns everybody who can be mentioned, in the order of the suggestions
 */
export function useMentionChoice(options: {
  input: RefObject<HTMLTextAreaElement | null>
  draft: string
  setDraft: (text: string) => void
  all: () => readonly Addressable[]
}) {
  const { input, draft, setDraft, all } = options
  const listId = useId()
  /** Undefined while the field does not have the focus. */
  const [caret, setCaret] = useState<number>()
  const [marked, setMarked] = useState(0)
  const [closedAt, setClosedAt] = useState<number>()
  const written = useRef<number>(undefined)
  const query = caret === undefined ? undefined : mentionQuery(draft, Math.min(caret, draft.length))
  const choices = query && query.at !== closedAt ? offered(all(), query.query) : []
  const index = Math.min(marked, choices.length - 1)
  const choice = choices[index]
  const typed = query && `${query.at} ${query.query}`
  const [typedBefore, setTypedBefore] = useState(typed)
  if (typed !== typedBefore) {
    setTypedBefore(typed)
    setMarked(0)
  }

  useEffect(() => {
    if (typed !== undefined) void loadMentionPicker()
  }, [typed])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the caret is set once the field has the text
  useLayoutEffect(() => {
    if (written.current === undefined) return
    input.current?.setSelectionRange(written.current, written.current)
    setCaret(written.current)
    written.current = undefined
  }, [draft])

  const write = (name: string, at: number, to: number) => {
    const next = writeMention(draft, { at, caret: to, name })
    written.current = next.caret
    setDraft(next.text)
    input.current?.focus()
  }
  const choose = ({ name }: Addressable) => {
    if (query && caret !== undefined) write(name, query.at, caret)
  }
  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (!choice || isComposing(event.nativeEvent)) return false
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    // Enter sends if the name is already complete.
    const isWhole = choice.name.toLowerCase() === query?.query.toLowerCase()
    if (step !== undefined) setMarked((index + step + choices.length) % choices.length)
    else if (event.key === 'Tab' ? !event.shiftKey : event.key === 'Enter' && !event.shiftKey && !isWhole)
      choose(choice)
    else if (event.key === 'Escape') setClosedAt(query?.at)
    else return false
    event.preventDefault()
    return true
  }
  return {
    choices,
    index,
    listId,
    choose,
    mark: setMarked,
    onKeyDown,
    /** Inserts a mention at the caret, or at its last position. */
    insert: (name: string) => {
      const field = input.current
      const to = field && field.value === draft ? field.selectionStart : draft.length
      write(name, to, to)
    },
    /** Tells a screen reader which entry is marked. */
    aria:
      choice === undefined
        ? { 'aria-autocomplete': 'list' as const }
        : {
            'aria-autocomplete': 'list' as const,
            'aria-controls': listId,
            'aria-activedescendant': `${listId}-${index}`,
          },
    noteCaret: () => setCaret(input.current?.selectionStart),
    noteBlur: () => {
      setCaret(undefined)
      setClosedAt(undefined)
    },
  }
}
