/** Something to keep texts in. One that is full or forbidden throws. */
export type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Where something is kept, and for whom. */
export interface Place {
  storage: () => KeyValueStorage
  /** Tells whenever another tab may have written. Returns what ends it. */
  onElsewhere: (listener: () => void) => () => void
}

/**
 * Through leaving the screen and reloads, until the tab is closed. Each tab has its own, so that what is typed in a second
 * one never takes the place of what was typed in the first.
 */
export const thisTab: Place = { storage: () => sessionStorage, onElsewhere: () => () => {} }

/** For good, in all tabs of this browser. */
export const thisBrowser: Place = {
  storage: () => localStorage,
  onElsewhere: (listener) => {
    window.addEventListener('storage', listener)
    return () => window.removeEventListener('storage', listener)
  },
}

/**
 * What a value has to be to come back, as a zod schema says it: what an older page wrote, or somebody by hand, may be
 * anything. A screen that loads no zod gives a check of its own (`checkedBy`).
 */
export interface Schema<Value> {
  safeParse: (value: unknown) => { success: true; data: Value } | { success: false }
}

/** A schema made of a check, for what is too simple to load zod for. */
export const checkedBy = <Value>(isValue: (value: unknown) => value is Value): Schema<Value> => ({
  safeParse: (value) => (isValue(value) ? { success: true, data: value } : { success: false }),
})

export const textSchema = checkedBy((value): value is string => typeof value === 'string')

/** One value that is kept. */
export interface Persisted<Value> {
  get: () => Value | undefined
  /** Undefined forgets. */
  set: (value: Value | undefined) => void
}

/**
 * Keeps one value in the browser, through reloads. A storage that is full or forbidden remembers nothing, and says nothing
 * of it.
 * @param key under which it stands in the storage, as JSON
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
        // The page goes on without a memory.
      }
    },
  }
}

/** Values of one kind that are kept by id, such as drafts by conversation. */
export interface PersistedById<Value> {
  recall: (id: string) => Value | undefined
  /** Null forgets. */
  remember: (id: string, value: Value | null) => void
}

/**
 * Keeps values by id, each read from the storage when it is asked for and written into what is there by then: tabs that
 * share a place do not lose each other's.
 * @param key under which all of them stand in the storage
 * @param options.most how many are remembered; what was not touched for longest is let go first
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
