import { TYPED_MOVED } from '../../lib/typed-moved.ts'
import { checkedBy, persisted } from '../saved-draft/persisted.ts'

/** A message that is written before its conversation exists. */
interface FirstWords {
  words: string
  sent?: { agentId: string; at: number } | undefined
  /** What was typed and not sent, as a question was chosen in its place. */
  typed?: string
}

/** Milliseconds within which the chat asks a sent message by itself; later that would surprise the person. */
const FRESH_MS = 60_000

const isFirstWords = (value: unknown): value is FirstWords => {
  const { words, sent, typed } = (value ?? {}) as Partial<FirstWords>
  return (
    typeof words === 'string' &&
    (typed === undefined || typeof typed === 'string') &&
    (sent === undefined || (typeof sent.agentId === 'string' && typeof sent.at === 'number'))
  )
}

/** The message survives reloads on the way to the chat. Without storage it is kept in memory. */
const kept = persisted('firstWords', checkedBy(isFirstWords))
let inMemory: FirstWords | undefined
// What was put away with the tab's other drafts is no longer there for whoever has the tab now.
globalThis.addEventListener?.(TYPED_MOVED, () => {
  inMemory = undefined
})

function set(value: FirstWords | undefined): void {
  inMemory = value
  kept.set(value)
}

const get = () => kept.get() ?? inMemory

export const keepFirstWords = (words: string): void => set(words === '' ? undefined : { words })

/** What was typed, whichever agent it was meant for. */
export const recallFirstWords = (): string => get()?.typed ?? get()?.words ?? ''

/** The agent's chat takes it with `takeFirstWords`. @param typed other words, which stay to be recalled */
export const sendFirstWords = (agentId: string, words: string, typed = ''): void =>
  set({ words, sent: { agentId, at: Date.now() }, ...(typed !== '' && { typed }) })

/**
 * Deletes the message, so that it is taken only once.
 * @returns null if there is none; `asks` is whether the chat should ask it by itself
 */
export function takeFirstWords(agentId: string): { words: string; asks: boolean } | null {
  const found = get()
  if (found?.sent?.agentId !== agentId) return null
  keepFirstWords(found.typed ?? '')
  return { words: found.words, asks: Math.abs(Date.now() - found.sent.at) < FRESH_MS }
}
