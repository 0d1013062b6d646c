import type { RealmMessage, RealmMessagePage } from '../../../../shared/realms/realm-messages.ts'

/**
 * What a page knows of a realm's messages. Messages are told apart by their number, which has no gaps and never changes,
 * and of two tellings of one message the greater version is the truth; so everything may be told in any order, and twice.
 */
export interface RealmLog {
  /** Everything that changed up to it is known of `messages`. */
  version: number
  /** Every change after it was heard, also of messages that are not shown yet. A page that is older may lack one. */
  heardSince: number
  /** The shown messages are all those that follow this number, up to the last of them. */
  since: number
  messages: readonly RealmMessage[]
  /** What was told of messages that can't be shown, because others are missing between them and those that are. */
  apart: readonly RealmMessage[]
}

/** A log that follows what it knew, and whether something is missing that only entering the realm again can bring. */
export interface Heard {
  log: RealmLog
  missing: boolean
}

/** Begins with the newest page. */
export function newestLog({ messages, version }: RealmMessagePage): RealmLog {
  const since = (messages[0]?.number ?? 1) - 1
  return { version, heardSince: version, since, messages, apart: [] }
}

/** The number of the newest message that is shown; 0 where there is none. */
export function newestNumber(log: RealmLog): number {
  return log.since + log.messages.length
}

/**
 * Takes in what was told of messages, whoever told it. Of one that is not shown, what was true before the log began may
 * be so no longer, and is not taken. What brings nothing new returns the very same log.
 */
export function learn(log: RealmLog, told: readonly RealmMessage[]): RealmLog {
  return merge(
    log,
    told.filter(({ number, version }) => number > log.since || version > log.heardSince),
  )
}

function merge(log: RealmLog, told: readonly RealmMessage[]): RealmLog {
  const shown = [...log.messages]
  const apart = new Map(log.apart.map((message) => [message.number, message]))
  let changed = false
  for (const message of told) {
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

function newer(known: RealmMessage, told: RealmMessage): RealmMessage {
  if (known.version !== told.version) return told.version > known.version ? told : known
  // A running answer, of which one teller has heard more than another.
  return told.content.length > known.content.length ? told : known
}

/** Takes in everything that changed between two versions. */
export function hearLog(
  log: RealmLog,
  told: { from: number; to: number; messages: readonly RealmMessage[] },
): Heard {
  const learned = learn(log, told.messages)
  if (told.from > log.version) return { log: learned, missing: true }
  return { log: told.to > log.version ? { ...learned, version: told.to } : learned, missing: false }
}

/**
 * Takes in words of a running answer by their place, as `foldReply` does: what was heard already is passed over, words
 * beyond a gap are not taken, and after its end an answer stays as it is.
 */
export function hearWords(log: RealmLog, told: { id: string; at: number; text: string }): Heard {
  const place = log.messages.findLastIndex(({ id }) => id === told.id)
  const known = log.messages[place]
  if (known?.kind !== 'answer' || known.state !== 'running') return { log, missing: false }
  const { content } = known
  if (told.at > content.length) return { log, missing: true }
  const news = told.text.slice(content.length - told.at)
  if (news === '') return { log, missing: false }
  const messages = log.messages.with(place, { ...known, content: content + news })
  return { log: { ...log, messages }, missing: false }
}

/** Takes in a page that was asked for, whenever it arrives. One that may lack a change that nobody tells again is passed over. */
export function learnPage(log: RealmLog, page: RealmMessagePage): RealmLog {
  return page.version < log.heardSince ? log : merge(log, page.messages)
}
