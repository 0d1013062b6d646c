/** A storage for texts. Its methods throw if it is full or forbidden. */
export type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** A storage, and its notification of changes by other tabs. */
export interface Place {
  storage: () => KeyValueStorage
  /** Calls the listener whenever another tab may have written. Returns a function that removes the listener. */
  onElsewhere: (listener: () => void) => () => void
}

/**
 * The storage of this tab. It survives navigation and reloads until the tab is closed. Tabs do not share it, so text
 * typed in one tab never overwrites text typed in another.
 */
export const thisTab: Place = { storage: () => sessionStorage, onElsewhere: () => () => {} }

/** The permanent storage that all tabs of this browser share. */
export const thisBrowser: Place = {
  storage: () => localStorage,
  onElsewhere: (listener) => {
    window.addEventListener('storage', listener)
    return () => window.removeEventListener('storage', listener)
  },
}

/**
 * Validates a stored value, as a zod schema does; an older version of the page, or a person, may have written
 * anything. A screen that does not load zod can use a check of its own (`checkedBy`).
 */
export interface Schema<Value> {
  safeParse: (value: unknown) => { success: true; data: Value } | { success: false }
}

/** Makes a schema from a type guard, for values that are too simple to load zod for. */
export const checkedBy = <Value>(isValue: (value: unknown) => value is Value): Schema<Value> => ({
  safeParse: (value) => (isValue(value) ? { success: true, data: value } : { success: false }),
})

export const textSchema = checkedBy((value): value is string => typeof value === 'string')

export interface Persisted<Value> {
  get: () => Value | undefined
  /** Stores the value; undefined deletes it. */
  set: (value: Value | undefined) => void
}

/**
 * Stores one value in the browser, across reloads. If the storage is full or forbidden, nothing is stored and no error
 * is thrown.
 * @param key the key in the storage; the value is stored as JSON
 */
export function persisted<Value>(
  key: string,
  schema: Schema<Value>,
  { storage }: Pick<Place, 'storage'> = thisTab,
): Persisted<Value> {
  return {
    get() {
      try {
        const parsed = schema.safeParse(JSON.parse(storage().getItem(key) ?? 'null'))
        return parsed.success ? parsed.data : undefined
      } catch {
        return undefined
      }
    },
    set(value) {
      try {
        if (value === undefined) storage().removeItem(key)
        else storage().setItem(key, JSON.stringify(value))
      } catch {
        // Without storage the page works, but the value is lost in a reload.
      }
    },
  }
}

export interface PersistedById<Value> {
  recall: (id: string) => Value | undefined
  /** Stores the value of an id; null deletes it. */
  remember: (id: string, value: Value | null) => void
}

/**
 * Stores values by id. The storage is read again before each read and write, so that tabs that share it do not
 * overwrite each other's values.
 * @param key the key in the storage, for all values together
 * @param options.most the maximum number of values; the one least recently written is dropped first
 */
export function persistedById<Value>(
  key: string,
  schema: Schema<Value>,
  options: Pick<Place, 'storage'> & { most: number },
): PersistedById<Value> {
  const isEntry = (entry: unknown): entry is [string, Value] =>
    Array.isArray(entry) && typeof entry[0] === 'string' && schema.safeParse(entry[1]).success
  const kept = persisted<unknown[]>(key, checkedBy(Array.isArray), options)
  const read = () => kept.get()?.filter(isEntry) ?? []
  return {
    recall: (id) => read().find(([known]) => known === id)?.[1],
    remember: (id, value) => {
      const before = read()
      const others = before.filter(([known]) => known !== id)
      if (value === null && others.length === before.length) return
      const entries = value === null ? others : [...others, [id, value]]
      kept.set(entries.length === 0 ? undefined : entries.slice(-options.most))
    },
  }
}
