import { useSyncExternalStore } from 'react'
import { Listeners } from '../../lib/listeners.ts'
import { type Persisted, type Place, persisted, type Schema } from './persisted.ts'

export interface SharedValue<Value> extends Persisted<Value> {
  /** Calls the listener on changes in this tab and in others. Returns a function that removes the listener. */
  subscribe: (listener: () => void) => () => void
}

/**
 * Stores one value that several components share. If the storage is full or forbidden, the value is kept in memory
 * until the page is left.
 * @param key the key in the storage; the value is stored as JSON
 */
export function sharedValue<Value>(key: string, schema: Schema<Value>, place: Place): SharedValue<Value> {
  const kept = persisted(key, schema, place)
  const listeners = new Listeners()
  let known: { value: Value | undefined } | undefined
  return {
    get() {
      known ??= { value: kept.get() }
      return known.value
    },
    set(value) {
      known = { value }
      kept.set(value)
      listeners.notify()
    },
    subscribe(listener) {
      const end = place.onElsewhere(() => {
        known = undefined
        listener()
      })
      const endHere = listeners.add(listener)
      return () => {
        endHere()
        end()
      }
    },
  }
}

/** A shared value as React state; undefined at the first paint, which has no access to the storage. */
export function useSharedValue<Value>({ subscribe, get }: SharedValue<Value>): Value | undefined {
  return useSyncExternalStore(subscribe, get, () => undefined)
}
