import type { RealmMessage } from '../../../../shared/realms.ts'
import { shortAddress } from '../short-address.ts'

/** As much of a message as is read aloud unasked. */
const SPOKEN_LENGTH = 200

/** What a screen reader is told of messages that came in: one as it is, several as a number. */
export function newsOf(messages: readonly Pick<RealmMessage, 'author' | 'content'>[]): string {
  const [first] = messages
  if (!first) return ''
  if (messages.length > 1) return `${messages.length} new messages`
  const { author, content } = first
  const spoken = content.length > SPOKEN_LENGTH ? `${content.slice(0, SPOKEN_LENGTH)}…` : content
  return `${shortAddress(author)}: ${spoken}`
}
