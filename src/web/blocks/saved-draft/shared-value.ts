import { useSyncExternalStore } from 'react'
import { Listeners } from '../../lib/listeners.ts'
import { type Persisted, type Place, persisted, type Schema } from './persisted.ts'

export interface SharedValue<Value> extends Persisted<Value> {
  /** On changes in this tab and in others. Returns a function that removes the listener. */
  subscribe: (listener: () => void) => () => void
}

/** One value that several components share, as JSON. Without storage it is in memory until the page is left. */
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

/** Undefined at the first paint, which has no access to the storage. */
export function useSharedValue<Value>({ subscribe, get }: SharedValue<Value>): Value | undefined {
  return useSyncExternalStore(subscribe, get, () => undefined)
}
