import type { RealmLog } from '../log/realm-log.ts'

/**
 * The number of the first message that was new when a realm was opened: after the last read one, and not written by
 * the viewer. Undefined if there was none, or if the realm was never read before.
 * @param read the number of the last message read at that time
 * @param until the number of the newest message at that time
 * @param self the viewer's wallet
 */
export function firstNew(
  log: RealmLog,
  { read, until, self }: { read: number | undefined; until: number; self: string | null },
): number | undefined {
  if (read === undefined || read >= until) return undefined
  if (read < log.since) return read + 1
  const first = log.messages.find(
    ({ number, kind, author }) => number > read && !(kind !== 'answer' && author === self),
  )
  return first && first.number <= until ? first.number : undefined
}
