/** Maximum number of realms in one statement. */
const AT_ONCE = 1_000

/** How long a missing realm is remembered as missing, in milliseconds; another server may create it. */
const MISSING_MS = 2_000

/** Maximum number of remembered missing realms; the most recent ones are kept. */
const MISSING_KNOWN = 10_000

/** Looks up which realms exist. */
export interface RealmDirectory {
  /**
   * Returns the version of a realm; undefined if there is none. That a realm is missing may be a few seconds out of
   * date.
   */
  find(id: string): Promise<number | undefined>
  /** Discards what is known of a realm; called when it was created, restored or deleted. */
  forget(id: string): void
}

interface Asked {
  answer: Promise<number | undefined>
  resolve: (version: number | undefined) => void
  reject: (error: unknown) => void
  /** Whether the realm was forgotten during the lookup, so that the result may be outdated. */
  again: boolean
}

/**
 * Batches the lookups of one moment into one statement; while a statement runs, the next batch waits for it. A made-up
 * id therefore costs an index lookup, not a statement.
 * @param options.versions returns the versions of the realms that exist
 * @param options.missingMs for tests
 */
export function createRealmDirectory({
  versions,
  missingMs = MISSING_MS,
}: {
  versions: (ids: readonly string[]) => Promise<ReadonlyMap<string, number>>
  missingMs?: number
}): RealmDirectory {
  /** Missing realms with the time until which they are remembered (`performance.now`); oldest first. */
  const missing = new Map<string, number>()
  const waiting = new Map<string, Asked>()
  let underway = new Map<string, Asked>()
  let isAsking = false

  function ask(id: string): Promise<number | undefined> {
    const known = waiting.get(id)
    if (known) return known.answer
    const { promise: answer, resolve, reject } = Promise.withResolvers<number | undefined>()
    waiting.set(id, { answer, resolve, reject, again: false })
    if (!isAsking) {
      isAsking = true
      setImmediate(lookUp)
    }
    return answer
  }

  async function lookUp(): Promise<void> {
    while (waiting.size > 0) {
      underway = new Map([...waiting].slice(0, AT_ONCE))
      for (const id of underway.keys()) waiting.delete(id)
      try {
        const found = await versions([...underway.keys()])
        for (const [id, asked] of underway) settle(id, asked, found.get(id))
      } catch (error) {
        for (const { reject } of underway.values()) reject(error)
      }
    }
    underway = new Map()
    isAsking = false
  }

  function settle(id: string, asked: Asked, version: number | undefined): void {
    if (version === undefined && asked.again) {
      ask(id).then(asked.resolve, asked.reject)
      return
    }
    if (version === undefined) remember(id)
    asked.resolve(version)
  }

  function remember(id: string): void {
    missing.delete(id)
    missing.set(id, performance.now() + missingMs)
    for (const oldest of missing.keys()) {
      if (missing.size <= MISSING_KNOWN) break
      missing.delete(oldest)
    }
  }

  return {
    async find(id) {
      const until = missing.get(id)
      if (until !== undefined && performance.now() < until) return undefined
      missing.delete(id)
      // A lookup that is running began a moment ago and is recent enough.
      const asked = underway.get(id)
      return asked && !asked.again ? asked.answer : ask(id)
    },

    forget(id) {
      missing.delete(id)
      const asked = underway.get(id)
      if (asked) asked.again = true
    },
  }
}
