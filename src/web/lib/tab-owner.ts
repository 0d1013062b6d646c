import { useSyncExternalStore } from 'react'
import { Listeners } from './listeners.ts'

/** The wallet that is signed in, or was last, since what this tab stores is its own. */
const OWNER = 'typedBy'
const PUT_AWAY = 'typed by '
const putAwayOf = (address: string) => `${PUT_AWAY}${address}: `

const moved = new Listeners()
let moves = 0

/** Called when what is typed here is another person's from now on: what has it in memory reads it anew. */
export const onTypedMoved = moved.add

/** How often that was so: as its React key, a screen begins anew with what the next person typed. */
export const useTypedMoves = (): number =>
  useSyncExternalStore(
    onTypedMoved,
    () => moves,
    () => 0,
  )

function tellMoved(): void {
  moves += 1
  moved.notify()
}

const keysOf = (storage: Storage) =>
  Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')

/**
 * To be called when somebody signs out: what they typed in this tab and did not send is put away until they sign in
 * again, so that nobody else who uses the tab finds it.
 */
export function putTypedAway(storage?: Storage): void {
  guarded(storage, (kept) => {
    const owner = kept.getItem(OWNER)
    if (owner === null) return
    for (const key of keysOf(kept)) if (!key.startsWith(PUT_AWAY)) move(kept, key, putAwayOf(owner) + key)
    kept.removeItem(putAwayOf(owner) + OWNER)
    tellMoved()
  })
}

/** To be called when a wallet is signed in: what it typed in this tab is there again, beside what was typed since. */
export function bringTypedBack(address: string, storage?: Storage): void {
  guarded(storage, (kept) => {
    const owner = kept.getItem(OWNER)
    if (owner === address) return
    if (owner !== null) putTypedAway(kept)
    kept.setItem(OWNER, address)
    const own = putAwayOf(address)
    const back = keysOf(kept).filter((key) => key.startsWith(own))
    for (const key of back) move(kept, key, key.slice(own.length))
    if (back.length > 0) tellMoved()
  })
}

/** Where the storage is full or forbidden, there is nothing to put away. */
function guarded(storage: Storage | undefined, work: (storage: Storage) => void): void {
  try {
    work(storage ?? sessionStorage)
  } catch {}
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
