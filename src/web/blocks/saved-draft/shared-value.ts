import { useSyncExternalStore } from 'react'
import { type Persisted, type Place, persisted, type Schema } from './persisted.ts'

/** A kept value that a page shows: it tells of its changes. */
export interface SharedValue<Value> extends Persisted<Value> {
  /** Tells of changes here and in other tabs. Returns what ends it. */
  subscribe: (listener: () => void) => () => void
}

/**
 * Keeps one value for everybody who shows it. Where the storage is full or forbidden, the page has it until it is left.
 * @param key under which it stands in the storage, as JSON
 */
export function sharedValue<Value>(key: string, schema: Schema<Value>, place: Place): SharedValue<Value> {
  const kept = persisted(key, schema, place)
  const listeners = new Set<() => void>()
  let known: { value: Value | undefined } | undefined
  return {
    get() {
      known ??= { value: kept.get() }
      return known.value
    },
    set(value) {
      known = { value }
      kept.set(value)
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      const end = place.onElsewhere(() => {
        known = undefined
        listener()
      })
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        end()
      }
    },
  }
}

/** A shared value; undefined at the first paint, which can't know it. */
export function useSharedValue<Value>({ subscribe, get }: SharedValue<Value>): Value | undefined {
  return useSyncExternalStore(subscribe, get, () => undefined)
}
