import type { RealmMessage } from '../../../../shared/realms/realm-messages.ts'
import { shortAddress } from '../../../../shared/text/short-address.ts'
import { answerEnd } from '../message/answer-end.ts'
import { withoutMarks } from '../message/quoted.ts'

/** As much of a message as is read aloud unasked. */
const SPOKEN_LENGTH = 200

/** What a listener has been told of, or knew when the realm was opened. */
export interface Heard {
  /** The number of the newest message. */
  until: number
  /** Answers whose end is still to be told, by id. */
  running: ReadonlySet<string>
}

/** Everything that is there now counts as heard, but for how running answers end. */
export function hearAll(messages: readonly RealmMessage[]): Heard {
  return {
    until: messages.at(-1)?.number ?? 0,
    running: new Set(messages.filter(isRunning).map(({ id }) => id)),
  }
}

const isRunning = (message: RealmMessage) => message.kind === 'answer' && message.state === 'running'

/** What others said since, and answers that ended: never the words of one that still runs, never the reader's own. */
export function newsAfter(
  heard: Heard,
  messages: readonly RealmMessage[],
  self: string | undefined,
): RealmMessage[] {
  return messages.filter((message) => {
    if (message.removed || message.kind === 'go-on' || isRunning(message)) return false
    if (message.kind === 'said' && message.author === self) return false
    return message.number > heard.until || heard.running.has(message.id)
  })
}

/** What a screen reader is told of messages that came in: one as it is, several as a number. */
export function newsOf(messages: readonly RealmMessage[]): string {
  const [first] = messages
  if (!first) return ''
  if (messages.length > 1) return newsOfMany(messages.length)
  if (first.kind !== 'answer') return `${shortAddress(first.author)}: ${spoken(first.content)}`
  const words = spoken(withoutMarks(first.content))
  const end = answerEnd(first)
  if (!end) return `${first.agentName}: ${words}`
  return `${first.agentName}: ${words && `${words.replace(/…$/, '')}… `}${end}.`
}

/**
 * What of it is still to be read: the words are those of the messages as they are now, so that removed ones are gone
 * from the page with their message. A number of messages stays what it was.
 * @param ids of the messages that were told
 */
export function newsNow(ids: readonly string[], messages: readonly RealmMessage[]): string {
  if (ids.length > 1) return newsOfMany(ids.length)
  const message = messages.findLast(({ id }) => id === ids[0])
  return message && !message.removed ? newsOf([message]) : ''
}

const newsOfMany = (count: number) => `${count} new messages`

function spoken(text: string): string {
  return text.length > SPOKEN_LENGTH ? `${text.slice(0, SPOKEN_LENGTH)}…` : text
}
