import type { RealmMessage, RealmMessagePage } from '../../../../shared/realms.ts'

/** What a page knows of a realm's messages: all that there are with a number above `since`, up to `until`, oldest first. */
export interface RealmLog {
  since: number
  until: number
  messages: RealmMessage[]
}

const startOf = ({ messages, hasMore }: RealmMessagePage) => (hasMore ? (messages[0]?.number ?? 1) - 1 : 0)

/** The newest page. */
export function newestLog(page: RealmMessagePage): RealmLog {
  return { since: startOf(page), until: page.messages.at(-1)?.number ?? 0, messages: page.messages }
}

/** The page that was asked for with `after`. */
export function laterLog(after: number, { messages }: RealmMessagePage): RealmLog {
  return { since: after, until: messages.at(-1)?.number ?? after, messages }
}

/** The page that was asked for with `before`. */
export function earlierLog(before: number, page: RealmMessagePage): RealmLog {
  return { since: startOf(page), until: before - 1, messages: page.messages }
}

/**
 * One log of two that touch, whichever came first; of two with messages between them that nobody has seen, the later one.
 * What is known already stays the very same object.
 */
export function mergeLogs(known: RealmLog | undefined, arrived: RealmLog): RealmLog {
  if (!known || arrived.since > known.until) return arrived
  if (known.since > arrived.until) return known
  const since = Math.min(known.since, arrived.since)
  const until = Math.max(known.until, arrived.until)
  if (since === known.since && until === known.until) return known
  const earlier = arrived.messages.filter(({ number }) => number <= known.since)
  const later = arrived.messages.filter(({ number }) => number > known.until)
  return { since, until, messages: [...earlier, ...known.messages, ...later] }
}
