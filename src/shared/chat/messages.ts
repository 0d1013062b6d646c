import type * as z from 'zod/mini'
import type { EndEvent, ReplyEvent } from './chat.ts'
import type {
  attachedFileSchema,
  messageSchema,
  questionSchema,
  replySchema,
  replyStateSchema,
} from './message-schemas.ts'
import { cutAt, grow, isPart, isWhole, logLength, partsOf, place, withParts } from './parts.ts'

export type AttachedFile = z.infer<typeof attachedFileSchema>
export type Question = z.infer<typeof questionSchema>
export type ReplyState = z.infer<typeof replyStateSchema>
export type Reply = z.infer<typeof replySchema>
export type Message = z.infer<typeof messageSchema>

export function newReply(at: Pick<Reply, 'id' | 'parentId' | 'number' | 'createdAt'>): Reply {
  return {
    ...at,
    role: 'assistant',
    content: '',
    state: 'running',
    cutShort: false,
    forgotten: 0,
    repliedAt: null,
  }
}

/**
 * Applies an event, both on the server and in the page. What is known is skipped, what is beyond a gap is ignored, and
 * what the server lost is removed. A reply that has ended does not change; an event without effect returns the same
 * object.
 * @param now when the event arrived, as ISO 8601
 */
export function foldReply(reply: Reply, event: ReplyEvent, now: string): Reply {
  if (reply.state !== 'running') return reply
  if (isWhole(event)) return place(reply, event)
  switch (event.type) {
    case 'started':
      return event.forgotten === reply.forgotten ? reply : { ...reply, forgotten: event.forgotten }
    case 'words':
    case 'reasoning': {
      const length = logLength(reply)
      const news = event.at > length ? '' : event.text.slice(length - event.at)
      if (news === '') return reply
      const grown = grow(reply, event.type, news)
      return grown.content === '' ? grown : { ...grown, repliedAt: reply.repliedAt ?? now }
    }
    case 'truncated': {
      const before = partsOf(reply)
      const parts = cutAt(before, event.at, event.revision)
      if (parts === before) return reply
      const cut = withParts(reply, parts)
      return cut.content === '' ? { ...cut, repliedAt: null } : cut
    }
    case 'finished':
      return { ...reply, state: 'finished', cutShort: event.reason === 'length' }
    case 'waiting':
    case 'stopped':
    case 'interrupted':
    case 'failed':
      return { ...reply, state: event.type }
  }
}

/** Returns the event that ended a reply, for clients that follow it afterwards; null while it runs. */
export function endOf(
  reply: Pick<Reply, 'state' | 'cutShort'>,
  failure: { message: string; requestId: string },
): ReplyEvent | null {
  switch (reply.state) {
    case 'running':
      return null
    case 'finished':
      return { type: 'finished', reason: reply.cutShort ? 'length' : 'stop' }
    case 'waiting':
    case 'stopped':
    case 'interrupted':
      return { type: reply.state }
    case 'failed':
      return { type: 'failed', ...failure }
  }
}

export function isEnd(event: ReplyEvent): event is EndEvent {
  if (isPart(event)) return false
  switch (event.type) {
    case 'started':
    case 'truncated':
      return false
    case 'finished':
    case 'waiting':
    case 'stopped':
    case 'interrupted':
    case 'failed':
      return true
  }
}
