// Without a validator, for pages that load none on a first visit.

/** What a memory holds, per agent and person. Characters are UTF-16 units. */
export const memoryLimits = {
  fact: 400,
  /** Of one person with one agent, those that are switched off included. */
  facts: 500,
  /** What a fact said before; the oldest is let go first. */
  history: 20,
  /** All facts of up to so many characters are told; of more, those that the question's words find. */
  told: 2_000,
} as const

/** Where a person may let a memory be used beside their own conversations in the product. */
export const memoryPlaces = ['rooms', 'try_outs', 'doors'] as const
export type MemoryPlace = (typeof memoryPlaces)[number]

/** `unasked` until the person decides, which they are asked with the first fact. */
export const memoryStates = ['unasked', 'on', 'off'] as const
export type MemoryState = (typeof memoryStates)[number]

/** The result of a call of `remember` that made a fact begins so; of others a known fact has the newer words. */
export const REMEMBERED_AS = 'Remembered as number '
