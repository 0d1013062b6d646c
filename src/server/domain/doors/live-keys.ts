import type { Logger } from '../../base/log.ts'

/**
 * The interval at which the keys of running replies are looked up, in milliseconds: the notice of a revocation may have
 * been lost, or the key was removed together with its agent.
 */
const ASK_MS = 60_000

/** How long the signal of an unused key is kept, in milliseconds. */
const KEEP_MS = 60 * 60_000

/** The longest delay that a timer can have, in milliseconds. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

interface LiveKey {
  ended: AbortController
  expiry: NodeJS.Timeout | undefined
  usedAt: number
}

/** Tells what runs for a key that the key was revoked, on whichever server, or has expired. */
export interface LiveKeys {
  /** The signal of a key that was just found to be valid. */
  signalOf(id: string, expiresAt: Date | null): AbortSignal
  /** Ends what runs for these keys on this server; ids of anything else are ignored. */
  end(ids: readonly string[]): void
  close(): void
}

export function createLiveKeys(options: {
  /** Of these keys, those that are still valid. */
  stillValid: (ids: readonly string[]) => Promise<ReadonlySet<string>>
  clock: () => Date
  log: Logger
}): LiveKeys {
  const { stillValid, clock, log } = options
  const keys = new Map<string, LiveKey>()

  function end(ids: readonly string[]) {
    for (const id of ids) {
      const key = keys.get(id)
      if (!key) continue
      keys.delete(id)
      clearTimeout(key.expiry)
      key.ended.abort()
    }
  }

  async function look() {
    for (const [id, key] of keys)
      if (clock().getTime() - key.usedAt > KEEP_MS) {
        clearTimeout(key.expiry)
        keys.delete(id)
      }
    if (keys.size === 0) return
    const ids = [...keys.keys()]
    const valid = await stillValid(ids)
    end(ids.filter((id) => !valid.has(id)))
  }

  const asking = setInterval(() => {
    look().catch((error: unknown) => log.debug({ err: error }, 'keys can not be looked up now'))
  }, ASK_MS).unref()

  return {
    signalOf(id, expiresAt) {
      let key = keys.get(id)
      if (!key) {
        key = { ended: new AbortController(), expiry: undefined, usedAt: 0 }
        keys.set(id, key)
      }
      key.usedAt = clock().getTime()
      if (expiresAt && !key.expiry) {
        const left = expiresAt.getTime() - key.usedAt
        if (left <= LONGEST_TIMER_MS) key.expiry = setTimeout(() => end([id]), Math.max(0, left)).unref()
      }
      return key.ended.signal
    },
    end,
    close() {
      clearInterval(asking)
      for (const { expiry } of keys.values()) clearTimeout(expiry)
      keys.clear()
    },
  }
}
