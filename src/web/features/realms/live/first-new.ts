import type { RealmLog } from '../log/realm-log.ts'

/**
 * The message follows the last read one and is not the viewer's own. Undefined if there was none, or if the realm was
 * never read.
 * @param read the last message read at that time
 * @param until the newest message at that time
 */
export function firstNew(
  log: RealmLog,
  { read, until, self }: { read: number | undefined; until: number; self: string | null },
): number | undefined {
  if (read === undefined || read >= until) return undefined
  if (read < log.since) return read + 1
  const first = log.messages.find(
    ({ number, kind, author, withheld }) =>
      // What is held is not there for most who read, and does not say whose it is.
      number > read && !withheld && !(kind !== 'answer' && author === self),
  )
  return first && first.number <= until ? first.number : undefined
}
