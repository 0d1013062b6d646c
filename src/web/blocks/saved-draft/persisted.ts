import { useSyncExternalStore } from 'react'

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
  /** The same object until it changes. */
  get: () => Value | undefined
  /** Undefined forgets. Where the storage is full or forbidden, the page has it until it is left. */
  set: (value: Value | undefined) => void
  /** Tells of changes here and in other tabs. */
  subscribe: (listener: () => void) => () => void
}

/**
 * Keeps one value in the browser, through reloads.
 * @param key under which it stands in the storage, as JSON
 */
export function persisted<Value>(
  key: string,
  schema: Schema<Value>,
  { storage, onElsewhere }: Place = thisTab,
): Persisted<Value> {
  const listeners = new Set<() => void>()
  let known: { text: string | null; value: Value | undefined } | undefined
  /** What the storage did not take. */
  let unstored: { value: Value | undefined } | undefined
  return {
    get() {
      if (unstored) return unstored.value
      const text = readText(storage, key)
      if (known?.text !== text) {
        const parsed = schema.safeParse(parse(text))
        known = { text, value: parsed.success ? parsed.data : undefined }
      }
      return known?.value
    },
    set(value) {
      unstored = writeText(storage, key, value === undefined ? null : JSON.stringify(value))
        ? undefined
        : { value }
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      const end = onElsewhere(listener)
      return () => {
        listeners.delete(listener)
        end()
      }
    },
  }
}

/** A kept value; undefined at the first paint, which can't know it. */
export function usePersisted<Value>({ subscribe, get }: Persisted<Value>): Value | undefined {
  return useSyncExternalStore(subscribe, get, () => undefined)
}

/** Values of one kind that are kept by id, such as drafts by conversation. */
export interface PersistedById<Value> {
  recall: (id: string) => Value | undefined
  /** Null forgets. */
  remember: (id: string, value: Value | null) => void
}

/**
 * Keeps values by id, each read from the storage when it is asked for and written into what is there by then: tabs that
 * share a place do not lose each other's. A storage that is full or forbidden remembers nothing, and says nothing of it.
 * @param key under which all of them stand in the storage, as JSON
 * @param options.most how many are remembered; what was not touched for longest is let go first
 */
export function persistedById<Value>(
  key: string,
  schema: Schema<Value>,
  { storage, most }: Pick<Place, 'storage'> & { most: number },
): PersistedById<Value> {
  const read = (): [string, Value][] => {
    const entries = parse(readText(storage, key))
    return Array.isArray(entries) ? entries.flatMap(entryOf) : []
  }
  const entryOf = (entry: unknown): [string, Value][] => {
    if (!Array.isArray(entry) || typeof entry[0] !== 'string') return []
    const parsed = schema.safeParse(entry[1])
    return parsed.success ? [[entry[0], parsed.data]] : []
  }
  return {
    recall: (id) => read().find(([known]) => known === id)?.[1],
    remember: (id, value) => {
      const before = read()
      const others = before.filter(([known]) => known !== id)
      if (value === null && others.length === before.length) return
      const entries = value === null ? others : [...others, [id, value] as const]
      writeText(storage, key, entries.length === 0 ? null : JSON.stringify(entries.slice(-most)))
    },
  }
}

function readText(storage: Place['storage'], key: string): string | null {
  try {
    return storage().getItem(key)
  } catch {
    return null
  }
}

/** @returns whether it will be there after a reload */
function writeText(storage: Place['storage'], key: string, text: string | null): boolean {
  try {
    if (text === null) storage().removeItem(key)
    else storage().setItem(key, text)
    return true
  } catch {
    return false
  }
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return undefined
  }
}
