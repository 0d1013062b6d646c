import {
  isRunning,
  type RealmMessage,
  type RealmMessagePage,
} from '../../../../shared/realms/realm-messages.ts'
import type { ServerFrame } from '../../../../shared/realms/realtime.ts'

/**
 * Numbers identify messages, have no gaps and never change. Of two versions of a message the greater one counts, so
 * updates may arrive in any order, and twice.
 */
export interface RealmLog {
  /** All changes up to this version are applied to `messages`. */
  version: number
  /** All changes after it were received, also those of messages not shown yet. An older page may lack one. */
  receivedSince: number
  /** The number before the first shown message; the shown messages follow it without a gap. */
  since: number
  messages: readonly RealmMessage[]
  /** Received messages that can't be shown yet, because messages between them and the shown ones are missing. */
  apart: readonly RealmMessage[]
}

export function newestLog({ messages, version }: RealmMessagePage): RealmLog {
  const since = (messages[0]?.number ?? 1) - 1
  return { version, receivedSince: version, since, messages, apart: [] }
}

export function newestNumber(log: RealmLog): number {
  return log.since + log.messages.length
}

/**
 * A message that is not shown is ignored if its version is from before the log began, because it may be outdated. If
 * nothing is new, the same log is returned.
 */
export function learn(log: RealmLog, received: readonly RealmMessage[]): RealmLog {
  return merge(
    log,
    received.filter(({ number, version }) => number > log.since || version > log.receivedSince),
  )
}

function merge(log: RealmLog, received: readonly RealmMessage[]): RealmLog {
  const shown = [...log.messages]
  const apart = new Map(log.apart.map((message) => [message.number, message]))
  let changed = false
  for (const message of received) {
    const place = message.number - log.since - 1
    const known = shown[place] ?? apart.get(message.number)
    const truth = known ? newer(known, message) : message
    if (truth === known) continue
    changed = true
    if (place in shown) shown[place] = truth
    else apart.set(message.number, truth)
  }
  if (!changed) return log
  const take = (number: number) => {
    const found = apart.get(number)
    apart.delete(number)
    return found
  }
  for (let next = take(log.since + shown.length + 1); next; next = take(next.number + 1)) shown.push(next)
  const before: RealmMessage[] = []
  for (let next = take(log.since); next; next = take(next.number - 1)) before.unshift(next)
  return {
    ...log,
    since: log.since - before.length,
    messages: [...before, ...shown],
    apart: [...apart.values()],
  }
}

function newer(known: RealmMessage, received: RealmMessage): RealmMessage {
  if (known.version !== received.version) return received.version > known.version ? received : known
  // Two copies of a running answer with different lengths: the longer one counts.
  return received.content.length > known.content.length ? received : known
}

/**
 * The server fills gaps itself. If it did not, the version would stay, and the next connection would bring what is
 * missing.
 */
export function receiveLog(
  log: RealmLog,
  { from, to, messages }: { from: number; to: number; messages: readonly RealmMessage[] },
): RealmLog {
  const learned = learn(log, messages)
  return from <= log.version && to > log.version ? { ...learned, version: to } : learned
}

/** Appends text to a running answer by its position: known text is skipped, and an ended answer does not change. */
export function receiveWords(
  log: RealmLog,
  received: Pick<Extract<ServerFrame, { type: 'words' }>, 'id' | 'at' | 'text' | 'sources'>,
): RealmLog {
  const place = log.messages.findLastIndex(({ id }) => id === received.id)
  const known = log.messages[place]
  if (!known || !isRunning(known)) return log
  const { content } = known
  const news = received.at > content.length ? '' : received.text.slice(content.length - received.at)
  if (news === '') return log
  const messages = log.messages.with(place, {
    ...known,
    content: content + news,
    ...(received.sources && { sources: received.sources }),
  })
  return { ...log, messages }
}

/** Merges a requested page, whenever it arrives. A page is ignored if it may lack a change that is not sent again. */
export function learnPage(log: RealmLog, page: RealmMessagePage): RealmLog {
  return page.version < log.receivedSince ? log : merge(log, page.messages)
}
