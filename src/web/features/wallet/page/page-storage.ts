import type { KeyValueStorage } from '../../../blocks/saved-draft/persisted.ts'
import type { SessionHint } from '../../../lib/session/session.ts'

/** The local storage. What it has no room for, and everything if the page has none, is in memory. */
export function pageStorage(page: Pick<Window, 'localStorage'> = window): KeyValueStorage {
  const inMemory = new Map<string, string>()
  let stored: Storage | null = null
  try {
    // Null where it is switched off, as in Android's web views; reading it throws where cookies are blocked.
    stored = page.localStorage
  } catch {}
  return {
    getItem: (key) => inMemory.get(key) ?? stored?.getItem(key) ?? null,
    setItem(key, value) {
      inMemory.set(key, value)
      try {
        stored?.setItem(key, value)
        if (stored) inMemory.delete(key)
      } catch {}
    },
    removeItem(key) {
      inMemory.delete(key)
      stored?.removeItem(key)
    },
  }
}

export function hintIn(storage: KeyValueStorage): SessionHint {
  const key = 'session'
  return {
    get() {
      const hint = storage.getItem(key)
      return hint === 'alive' || hint === 'ending' ? hint : null
    },
    set(hint) {
      const next = hint ?? (['ending', 'ended'].includes(storage.getItem(key) ?? '') ? 'ended' : null)
      if (next) storage.setItem(key, next)
      else storage.removeItem(key)
    },
    expect() {
      const before = storage.getItem(key)
      storage.setItem(key, 'alive')
      return () => (before === null ? storage.removeItem(key) : storage.setItem(key, before))
    },
  }
}
