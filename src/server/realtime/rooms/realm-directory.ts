/** Realms that one statement asks for. */
const AT_ONCE = 1_000

/** For so long a realm that is not there is not looked for again, in milliseconds; another server may make it. */
const MISSING_MS = 2_000

/** Of so many realms it is remembered that they are not there, the most recent ones. */
const MISSING_KNOWN = 10_000

/** Which realms there are. */
export interface RealmDirectory {
  /** The version of a realm; undefined where there is none, as of some seconds ago at most. */
  find(id: string): Promise<number | undefined>
  /** A realm was made, brought back or deleted: what is known of it is asked anew. */
  forget(id: string): void
}

interface Asked {
  answer: Promise<number | undefined>
  resolve: (version: number | undefined) => void
  reject: (error: unknown) => void
  /** It was forgotten while it was asked for, so that the answer can be too old. */
  again: boolean
}

/**
 * Whether a realm is there is asked for all at once that are looked for in the same moment, and while a statement is
 * under way the next waits for it: made-up ids cost a lookup in an index each, not a statement.
 * @param options.versions the versions of those that there are
 * @param options.missingMs for tests
 */
export function createRealmDirectory({
  versions,
  missingMs = MISSING_MS,
}: {
  versions: (ids: readonly string[]) => Promise<ReadonlyMap<string, number>>
  missingMs?: number
}): RealmDirectory {
  /** Until when, by `performance.now`; oldest first. */
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
      // What is under way was asked a moment ago, which is as good.
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
