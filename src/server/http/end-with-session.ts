import type { AppContext } from './context.ts'

/** How often a stream asks whether its session still lives, in milliseconds: it may run out, or end unheard of. */
const ASK_MS = 60_000

/** Calls `end` once the session of a request has ended, until the returned function is called. */
export type WatchSession = (end: () => void) => () => void

/**
 * What a stream that shows something private ends with: the session of the request that began it. A visitor's has none.
 * Its reader asks again, as the one that they are then.
 */
export async function endWithSession(c: AppContext): Promise<WatchSession | undefined> {
  const session = await c.var.readSession()
  if (!session) return undefined
  const { onSessionsEnded, readSessionAnew } = c.var
  return (end) => {
    const stopHearing = onSessionsEnded((ids) => ids.includes(session.id) && end())
    const asking = setInterval(async () => {
      // A database that does not answer now does so the next time.
      const now = await readSessionAnew().catch(() => session)
      if (now?.id !== session.id) end()
    }, ASK_MS).unref()
    return () => {
      stopHearing()
      clearInterval(asking)
    }
  }
}
