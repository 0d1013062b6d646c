import type { KeyValueStorage } from '../../../blocks/saved-draft/persisted.ts'

/** The local storage, or a map in memory if the page has no storage. */
export function pageStorage(page: Pick<Window, 'localStorage'> = window): KeyValueStorage {
  try {
    // Null where it is switched off, as in Android's web views; reading it throws where cookies are blocked.
    if (page.localStorage as Storage | null) return page.localStorage
  } catch {}
  const kept = new Map<string, string>()
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  }
}
