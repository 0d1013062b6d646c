import { checkedBy, persisted } from '../saved-draft/persisted.ts'

/** A message that is written before its conversation exists. */
interface FirstWords {
  words: string
  sent?: { agentId: string; at: number } | undefined
}

/** Milliseconds within which the chat asks a sent message by itself; later that would surprise the person. */
const FRESH_MS = 60_000

const isFirstWords = (value: unknown): value is FirstWords => {
  const { words, sent } = (value ?? {}) as Partial<FirstWords>
  return (
    typeof words === 'string' &&
    (sent === undefined || (typeof sent.agentId === 'string' && typeof sent.at === 'number'))
  )
}

/** The message survives reloads on the way to the chat. Without storage it is kept in memory. */
const kept = persisted('firstWords', checkedBy(isFirstWords))
let inMemory: FirstWords | undefined

function set(value: FirstWords | undefined): void {
  inMemory = value
  kept.set(value)
}

const get = () => kept.get() ?? inMemory

export const keepFirstWords = (words: string): void => set(words === '' ? undefined : { words })

/** Whichever agent it was meant for. */
export const recallFirstWords = (): string => get()?.words ?? ''

/** The agent's chat takes it with `takeFirstWords`. */
export const sendFirstWords = (agentId: string, words: string): void =>
  set({ words, sent: { agentId, at: Date.now() } })

/**
 * Deletes the message, so that it is taken only once.
 * @returns null if there is none; `asks` is whether the chat should ask it by itself
 */
export function takeFirstWords(agentId: string): { words: string; asks: boolean } | null {
  const found = get()
  if (found?.sent?.agentId !== agentId) return null
  set(undefined)
  return { words: found.words, asks: Math.abs(Date.now() - found.sent.at) < FRESH_MS }
}
