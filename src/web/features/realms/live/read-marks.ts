import { checkedBy, type Place, persistedById, thisBrowser } from '../../../blocks/saved-draft/persisted.ts'

/** Of how many realms a browser remembers it; of others nothing counts as new. */
const REALMS = 200

const messageNumber = checkedBy((value): value is number => Number.isSafeInteger(value))

export type ReadMarks = ReturnType<typeof createReadMarks>

/**
 * How far the messages of realms were read in this browser, in all of its tabs, by whoever used it.
 */
export function createReadMarks(place: Place) {
  const memory = persistedById('realmsRead', messageNumber, { ...place, most: REALMS })
  const listeners = new Set<() => void>()

  return {
    /** The number of the newest message that was read; undefined where none of the realm ever was. */
    read: memory.recall,

    /** Nothing that was read becomes new again. */
    mark(realmId: string, number: number): void {
      if (number <= (memory.recall(realmId) ?? -1)) return
      memory.remember(realmId, number)
      for (const listener of listeners) listener()
    },

    /** @returns what takes the listener away */
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

/** Those of this browser. */
export const readMarks = createReadMarks(thisBrowser)
