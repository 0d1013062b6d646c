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
  let known: { value: Value | undefined; stored: string | undefined } | undefined
  let subscribers = 0
  const stored = () => JSON.stringify(kept.get())
  /** What another tab wrote replaces what is known; what the storage refused stays. */
  const look = () => {
    if (known && known.stored !== stored()) known = undefined
  }
  return {
    get() {
      // While nobody subscribes, nobody is told of what another tab writes.
      if (subscribers === 0) look()
      known ??= { value: kept.get(), stored: stored() }
      return known.value
    },
    set(value) {
      kept.set(value)
      known = { value, stored: stored() }
      listeners.notify()
    },
    subscribe(listener) {
      if (subscribers === 0) look()
      subscribers++
      const end = place.onElsewhere(() => {
        look()
        listener()
      })
      const endHere = listeners.add(listener)
      return () => {
        subscribers--
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
