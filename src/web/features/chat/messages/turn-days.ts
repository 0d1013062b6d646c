import { dayBegun } from '../../../blocks/messages/message-days.tsx'
import type { Zone } from '../../../lib/clock.ts'
import type { ConversationView } from '../conversation/conversation.ts'

/**
 * The days of which a turn has the headings. One stands below the turn before it, which stays as it is when earlier turns
 * are loaded above; the first turn of a conversation has its own, if it is not today.
 */
export function daysAround(
  { turns, turnsBefore }: Pick<ConversationView, 'turns' | 'turnsBefore'>,
  at: number,
  zone: Zone,
): { day?: string | undefined; nextDay?: string | undefined } {
  const dateOf = (index: number) => turns[index]?.question.createdAt
  const [own, next] = [dateOf(at), dateOf(at + 1)]
  if (own === undefined) return {}
  return {
    ...(turnsBefore + at === 0 && { day: dayBegun(own, undefined, zone) }),
    ...(next !== undefined && { nextDay: dayBegun(next, own, zone) }),
  }
}
