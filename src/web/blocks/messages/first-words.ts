import { checkedBy, persisted } from '../saved-draft/persisted.ts'

/** A message that is written before its conversation exists, and the agent that it was sent to, if it was sent. */
interface FirstWords {
  words: string
  sent?: { agentId: string; at: number } | undefined
}

/**
 * How long after it was sent a message is still asked automatically, in milliseconds. Later that would surprise the
 * person.
 */
const FRESH_MS = 60_000

const isFirstWords = (value: unknown): value is FirstWords => {
  const { words, sent } = (value ?? {}) as Partial<FirstWords>
  return (
    typeof words === 'string' &&
    (sent === undefined || (typeof sent.agentId === 'string' && typeof sent.at === 'number'))
  )
}

/**
 * Stored in the tab, so that the message survives reloads on the way to the chat. If storage is not available, memory
 * is used.
 */
const kept = persisted('firstWords', checkedBy(isFirstWords))
let inMemory: FirstWords | undefined

function set(value: FirstWords | undefined): void {
  inMemory = value
  kept.set(value)
}

const get = () => kept.get() ?? inMemory

export const keepFirstWords = (words: string): void => set(words === '' ? undefined : { words })

/** Returns the stored message, whichever agent it was meant for. */
export const recallFirstWords = (): string => get()?.words ?? ''

/** Marks a message as sent to an agent; the agent's chat takes it with `takeFirstWords`. */
export const sendFirstWords = (agentId: string, words: string): void =>
  set({ words, sent: { agentId, at: Date.now() } })

/**
 * Takes the message that was sent to an agent, and deletes it, so that it is taken only once.
 * @returns null if there is none; `asks` is whether the chat should ask it automatically
 */
export function takeFirstWords(agentId: string): { words: string; asks: boolean } | null {
  const found = get()
  if (found?.sent?.agentId !== agentId) return null
  set(undefined)
  return { words: found.words, asks: Math.abs(Date.now() - found.sent.at) < FRESH_MS }
}
