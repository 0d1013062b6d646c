import { checkedBy, type Place, persistedById, thisBrowser } from '../../../blocks/saved-draft/persisted.ts'

/** The maximum number of realms whose read mark a browser stores; in others nothing counts as new. */
const REALMS = 200

const messageNumber = checkedBy((value): value is number => Number.isSafeInteger(value))

/** Stores how far the messages of realms were read in this browser, for all of its tabs and people. */
export function createReadMarks(place: Place) {
  const memory = persistedById('realmsRead', messageNumber, { ...place, most: REALMS })
  const listeners = new Set<() => void>()

  return {
    /** Undefined if the realm was never read. */
    read: memory.recall,

    /** It never decreases. */
    mark(realmId: string, number: number): void {
      if (number <= (memory.recall(realmId) ?? -1)) return
      memory.remember(realmId, number)
      for (const listener of listeners) listener()
    },

    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      const end = place.onElsewhere(listener)
      return () => {
        listeners.delete(listener)
        end()
      }
    },
  }
}

export const readMarks = createReadMarks(thisBrowser)
