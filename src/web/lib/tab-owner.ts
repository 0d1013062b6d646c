import { TYPED_MOVED } from './typed-moved.ts'

/** The wallet that is signed in, or was last, since what this tab stores is its own. */
const OWNER = 'typedBy'
const PUT_AWAY = 'typed by '
const putAwayOf = (address: string) => `${PUT_AWAY}${address}: `

const keysOf = (storage: Storage) =>
  Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')

/**
 * To be called with whoever is signed in, and with null when they sign out: what they typed in this tab and did not send is
 * put away until they sign in again, so that nobody else who uses the tab finds it. What a visitor typed is theirs then.
 */
export function handTabTo(viewer: string | null, storage?: Storage): void {
  try {
    hand(viewer, storage ?? sessionStorage)
  } catch {
    // Where the storage is full or forbidden, there is nothing to put away.
  }
}

function hand(viewer: string | null, kept: Storage): void {
  const owner = kept.getItem(OWNER)
  if (owner === viewer) return
  if (owner !== null) {
    kept.removeItem(OWNER)
    for (const key of keysOf(kept)) if (!key.startsWith(PUT_AWAY)) move(kept, key, putAwayOf(owner) + key)
  }
  const own = viewer === null ? [] : keysOf(kept).filter((key) => key.startsWith(putAwayOf(viewer)))
  for (const key of own) move(kept, key, key.slice(putAwayOf(viewer ?? '').length))
  if (viewer !== null) kept.setItem(OWNER, viewer)
  if (owner !== null || own.length > 0) globalThis.dispatchEvent?.(new Event(TYPED_MOVED))
}

function move(storage: Storage, from: string, to: string): void {
  const [moved, newer] = [storage.getItem(from) ?? '', storage.getItem(to)]
  storage.removeItem(from)
  storage.setItem(to, newer === null ? moved : together(moved, newer))
}

/** Of values by id (`persistedById`) those of both; of others the newer one. */
function together(older: string, newer: string): string {
  const [before, after]: unknown[] = [JSON.parse(older), JSON.parse(newer)]
  if (!Array.isArray(before) || !Array.isArray(after)) return newer
  const ids = new Set(after.map((entry) => entry?.[0]))
  return JSON.stringify([...before.filter((entry) => !ids.has(entry?.[0])), ...after])
}
