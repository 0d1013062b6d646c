import type { RealmLog } from '../log/realm-log.ts'

/**
 * The number of the first message that was new when a realm was opened: behind the last one that was read, and not the
 * reader's own words. Undefined where none was, or where the realm was never read before.
 * @param read the number up to which it was read then
 * @param until the number up to which there were messages then
 * @param self the reader's wallet
 */
export function firstNew(
  log: RealmLog,
  { read, until, self }: { read: number | undefined; until: number; self: string | null },
): number | undefined {
  if (read === undefined || read >= until) return undefined
  // It is among those that are not loaded yet.
  if (read < log.since) return read + 1
  const first = log.messages.find(
    ({ number, kind, author }) => number > read && !(kind !== 'answer' && author === self),
  )
  return first && first.number <= until ? first.number : undefined
}
