import { leafUnder, pathTo } from '../../../../shared/chat/message-tree.ts'
import type { Message } from '../../../../shared/chat/messages.ts'
import type { Story } from '../../../../shared/chat/stories.ts'
import type { ConversationState } from './conversation-state.ts'

/** Of a long conversation the newest messages come at first, and older ones as somebody reads on. */

/** How many messages are before the beginning of a path. */
export function earlierThan([first]: readonly Message[], above: ConversationState['above']): number {
  return first?.parentId ? (above.get(first.parentId) ?? 0) : 0
}

/** @param leaf where the part of a path ends that the messages are of; other versions and what runs may be among them */
export function withAbove(
  above: ConversationState['above'],
  { messages, earlier = 0 }: { messages: readonly Message[]; earlier?: number | undefined },
  leaf: string | null,
): ConversationState['above'] {
  const missing = earlier === 0 ? undefined : pathTo(messages, leaf)[0]?.parentId
  if (!missing || above.get(missing) === earlier) return above
  return new Map(above).set(missing, earlier)
}

/** Whether all that follows a message by its newest versions is here. */
export function isKnownBelow({ messages, isPartial, ends }: ConversationState, messageId: string): boolean {
  return !isPartial || ends.has(leafUnder(messages, messageId))
}

/** Of several stories on a path the one that tells the most counts. */
export function storyOf(stories: readonly Story[], path: readonly Message[]): Story | null {
  if (stories.length === 0) return null
  const through = new Map(stories.map((story) => [story.through, story]))
  const last = path.findLast(({ id }) => through.has(id))
  return (last && through.get(last.id)) ?? null
}

/** The same list while nothing in it changed. */
export function sameStories(known: readonly Story[], stored: readonly Story[]): readonly Story[] {
  const isSame =
    known.length === stored.length &&
    stored.every(
      ({ id, updatedAt }, index) => known[index]?.id === id && known[index].updatedAt === updatedAt,
    )
  return isSame ? known : stored
}
