/** The methods throw if the storage is full or forbidden. */
export type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export interface Place {
  storage: () => KeyValueStorage
  /** Another tab may have written. Returns a function that removes the listener. */
  onElsewhere: (listener: () => void) => () => void
}

/** Lasts until the tab is closed. Tabs do not share it, so text typed in one never overwrites text of another. */
export const thisTab: Place = { storage: () => sessionStorage, onElsewhere: () => () => {} }

/** Shared by all tabs of this browser. */
export const thisBrowser: Place = {
  storage: () => localStorage,
  onElsewhere: (listener) => {
    window.addEventListener('storage', listener)
    return () => window.removeEventListener('storage', listener)
  },
}

/** Zod's schemas fit: an older page, or a person, may have stored anything. `checkedBy` makes one without zod. */
export interface Schema<Value> {
  safeParse: (value: unknown) => { success: true; data: Value } | { success: false }
}

/** For values that are too simple to load zod for. */
export const checkedBy = <Value>(isValue: (value: unknown) => value is Value): Schema<Value> => ({
  safeParse: (value) => (isValue(value) ? { success: true, data: value } : { success: false }),
})

export const textSchema = checkedBy((value): value is string => typeof value === 'string')

export interface Persisted<Value> {
  get: () => Value | undefined
  /** Undefined deletes it. */
  set: (value: Value | undefined) => void
}

/** Stores one value as JSON. If the storage is full or forbidden, nothing is stored and no error is thrown. */
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
      } catch {}
    },
  }
}

export interface PersistedById<Value> {
  recall: (id: string) => Value | undefined
  /** Null deletes it. */
  remember: (id: string, value: Value | null) => void
}

/**
 * Reads the storage again before each read and write, so that tabs do not overwrite each other's values.
 * @param key for all values together
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
