import { useSyncExternalStore } from 'react'

/** Something that a person turned off in this browser; it is on until then. */
export interface RememberedSwitch {
  isOn: () => boolean
  set: (on: boolean) => void
  /** Tells of changes here and in other tabs. */
  subscribe: (listener: () => void) => () => void
}

/**
 * @param name under which the browser remembers that it is off
 * @param storage one that is full or forbidden forgets with the page
 */
export function createRememberedSwitch(
  name: string,
  storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> = () => localStorage,
): RememberedSwitch {
  const listeners = new Set<() => void>()
  const read = () => {
    try {
      return storage().getItem(name) !== 'off'
    } catch {
      return true
    }
  }
  let on: boolean | undefined
  return {
    isOn: () => {
      on ??= read()
      return on
    },
    set: (next) => {
      on = next
      try {
        if (next) storage().removeItem(name)
        else storage().setItem(name, 'off')
      } catch {
        // The page goes on with it all the same.
      }
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      const follow = (event: StorageEvent) => {
        if (event.key !== name && event.key !== null) return
        on = read()
        listener()
      }
      listeners.add(listener)
      window.addEventListener('storage', follow)
      return () => {
        listeners.delete(listener)
        window.removeEventListener('storage', follow)
      }
    },
  }
}

/** How it stands; the first paint, which can't know, takes it for on. */
export function useRememberedSwitch(remembered: RememberedSwitch): boolean {
  return useSyncExternalStore(remembered.subscribe, remembered.isOn, () => true)
}
