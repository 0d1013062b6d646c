import * as z from 'zod/mini'
import type { ReplyEvent } from './chat.ts'

const place = {
  /** Made by whoever asked; unique in its conversation. */
  id: z.uuid(),
  /** What it follows; null for what begins a conversation. */
  parentId: z.nullable(z.uuid()),
  /** Its age in the conversation: 1, 2, 3 and so on. Siblings stand in this order. */
  number: z.int(),
  content: z.string(),
  createdAt: z.iso.datetime(),
}

/** What a person said. */
export const questionSchema = z.object({ ...place, role: z.literal('user') })
export type Question = z.infer<typeof questionSchema>

/** How far a reply has come. Running without a word yet is what a screen shows as waiting. */
export const replyStateSchema = z.enum(['running', 'finished', 'stopped', 'interrupted', 'failed'])
export type ReplyState = z.infer<typeof replyStateSchema>

/** What an agent said to a question; its `content` grows while it is running. */
export const replySchema = z.object({
  ...place,
  role: z.literal('assistant'),
  state: replyStateSchema,
  /** The model ran into its limit of tokens. */
  cutShort: z.boolean(),
  /** How many turns of its path, oldest first, the agent did not remember when it answered (see `saidTurns`). */
  forgotten: z.int(),
  /** When its first words came. */
  repliedAt: z.nullable(z.iso.datetime()),
})
export type Reply = z.infer<typeof replySchema>

export const messageSchema = z.discriminatedUnion('role', [questionSchema, replySchema])
export type Message = z.infer<typeof messageSchema>

/** A reply of which nothing is known yet. */
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
 * The one fold from events to a reply: for the server that keeps it and the page that shows it, fresh or resumed.
 * Words that were heard already are passed over, words beyond a gap are not taken, and words that the server lost are
 * taken back; after its end a reply stays as it is. What changes nothing returns the very same reply.
 * @param now when the event came, as ISO 8601
 */
export function foldReply(reply: Reply, event: ReplyEvent, now: string): Reply {
  if (reply.state !== 'running') return reply
  switch (event.type) {
    case 'started':
      return event.forgotten === reply.forgotten ? reply : { ...reply, forgotten: event.forgotten }
    case 'words': {
      const { content } = reply
      const news = event.at > content.length ? '' : event.text.slice(content.length - event.at)
      return news === '' ? reply : { ...reply, content: content + news, repliedAt: reply.repliedAt ?? now }
    }
    case 'truncated': {
      if (event.at >= reply.content.length) return reply
      return {
        ...reply,
        content: reply.content.slice(0, event.at),
        repliedAt: event.at > 0 ? reply.repliedAt : null,
      }
    }
    case 'finished':
      return { ...reply, state: 'finished', cutShort: event.reason === 'length' }
    case 'stopped':
    case 'interrupted':
    case 'failed':
      return { ...reply, state: event.type }
  }
}

/** The event that ends a reply in this state, for whoever follows one that is over already; null while it runs. */
export function endOf(
  reply: Pick<Reply, 'state' | 'cutShort'>,
  failure: { message: string; requestId: string },
): ReplyEvent | null {
  switch (reply.state) {
    case 'running':
      return null
    case 'finished':
      return { type: 'finished', reason: reply.cutShort ? 'length' : 'stop' }
    case 'stopped':
    case 'interrupted':
      return { type: reply.state }
    case 'failed':
      return { type: 'failed', ...failure }
  }
}
