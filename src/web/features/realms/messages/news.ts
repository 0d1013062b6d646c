import { isRunning, type RealmMessage } from '../../../../shared/realms/realm-messages.ts'
import { answerEnd } from '../message/answer-end.ts'
import { speakerOf, withoutMarks } from '../message/quoted.ts'
import * as texts from './texts.ts'

/** The maximum length of a message that is read aloud automatically, in characters. */
const SPOKEN_LENGTH = 200

/** What was already announced, or known when the realm was opened. */
interface Received {
  until: number
  /** The ids of running answers whose end is still to be announced. */
  running: ReadonlySet<string>
}

/** Marks all current messages as announced, except the ends of running answers. */
export function receiveAll(messages: readonly RealmMessage[]): Received {
  return {
    until: messages.at(-1)?.number ?? 0,
    running: new Set(messages.filter(isRunning).map(({ id }) => id)),
  }
}

/** Others' new messages, and answers that have ended: never a running answer, never the viewer's own messages. */
export function newsAfter(
  received: Received,
  messages: readonly RealmMessage[],
  self: string | undefined,
): RealmMessage[] {
  return messages.filter((message) => {
    if (message.removed || message.kind === 'go-on' || isRunning(message)) return false
    if (message.kind === 'said' && message.author === self) return false
    return message.number > received.until || received.running.has(message.id)
  })
}

/** A single message with its text, several as a number. */
export function newsOf(messages: readonly RealmMessage[]): string {
  const [first] = messages
  if (!first) return ''
  if (messages.length > 1) return texts.manyNew(String(messages.length))
  if (first.kind !== 'answer') return `${speakerOf(first)}: ${spoken(withoutMarks(first.content))}`
  const words = spoken(withoutMarks(first.content))
  const end = answerEnd(first)
  if (!end) return `${first.agentName}: ${words}`
  return `${first.agentName}: ${words && `${words.replace(/…$/, '')}… `}${end.replace(/\.$/, '')}.`
}

/**
 * Reads the current messages, so that the text of a removed one also disappears here. A number of messages does not
 * change.
 * @param ids those of the announced messages
 */
export function newsNow(ids: readonly string[], messages: readonly RealmMessage[]): string {
  if (ids.length > 1) return texts.manyNew(String(ids.length))
  const message = messages.findLast(({ id }) => id === ids[0])
  return message && !message.removed ? newsOf([message]) : ''
}

function spoken(text: string): string {
  return text.length > SPOKEN_LENGTH ? `${text.slice(0, SPOKEN_LENGTH)}…` : text
}
