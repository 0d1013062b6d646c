import type { ReplyEvent } from '../../../../shared/chat/chat.ts'
import type { Ask, Conversation } from '../../../../shared/chat/conversations.ts'
import type { KeptConversation } from '../../../../shared/chat/kept-conversation.ts'
import { greetingOf } from '../../../../shared/chat/message-tree.ts'
import type { Message } from '../../../../shared/chat/messages.ts'
import { type Known, knownOf, partsOf, storedTextsOf } from '../../../../shared/chat/parts.ts'
import { limits } from '../../../../shared/common/limits.ts'
import type { Connection } from '../../../blocks/follow-stream/watch-connection.ts'
import { ApiError } from '../../../lib/http/api.ts'
import { maySucceedLater, type Reconnecting, withRetry } from '../../../lib/http/reconnecting.ts'
import { resumeReply } from './resume-reply.ts'
import type { Asking, StoredTransport } from './transport.ts'

/** All throw an ApiError for an error response, and the error of `fetch` or of a broken stream. */
export interface StoredReplies {
  ask: (ask: Ask, connection: Connection) => AsyncIterable<ReplyEvent>
  follow: (replyId: string, known: Known, connection: Connection) => AsyncIterable<ReplyEvent>
  stop: (replyId: string) => Promise<void>
  goOn: (replyId: string) => Promise<void>
  select: (leaf: string) => Promise<void>
  keep: (conversation: KeptConversation) => Promise<void>
  chooseModel: (ref: string | null) => Promise<void>
  load: () => Promise<Conversation>
}

/** Stopping is repeated, because the question may still be on the way to the server. */
const STOP_TRIES = 3

/** Every request may be repeated, so each is retried until the server answers. */
export function storedTransport(
  agentId: string,
  replies: StoredReplies,
  reconnecting: Reconnecting,
): StoredTransport {
  let stopping: Promise<unknown> = Promise.resolve()
  let choosing: Promise<unknown> = Promise.resolve()
  let place: string | null = null
  let isPlacing = false

  async function stop(replyId: string, isConfirmed: boolean): Promise<boolean> {
    try {
      await withRetry(() => replies.stop(replyId), {
        time: reconnecting,
        isFinal: (error, tries) =>
          isNotThere(error) ? isConfirmed || tries + 1 >= STOP_TRIES : !maySucceedLater(error),
      })
      return true
    } catch (error) {
      if (isNotThere(error)) return false
      throw error
    }
  }

  return {
    kept: 'server',
    keep: (messages, modelRef) =>
      replies.keep({ agentId, messages: keptMessages(messages), ...(modelRef !== null && { modelRef }) }),
    chooseModel: (ref) => {
      const done = replies.chooseModel(ref)
      choosing = done.catch(() => {})
      return done
    },
    async *ask(asking, follower) {
      // A stopped reply must have ended on the server before the next question is sent, which the chosen model answers.
      await Promise.race([Promise.all([stopping, choosing]), aborted(follower.signal)])
      follower.signal.throwIfAborted()
      const ask = bodyOf(agentId, asking)
      const connect = (known: Known | null, connection: Connection) =>
        known === null ? replies.ask(ask, connection) : replies.follow(asking.replyId, known, connection)
      yield* resumeReply(connect, null, follower, reconnecting)
    },
    follow: (reply, follower) =>
      resumeReply(
        (known, connection) => replies.follow(reply.id, known ?? knownOf([]), connection),
        knownOf(partsOf(reply)),
        follower,
        reconnecting,
      ),
    stop: (replyId, isConfirmed) => {
      const done = stop(replyId, isConfirmed)
      stopping = done.catch(() => {})
      return done
    },
    goOn: replies.goOn,
    select: async (leaf) => {
      place = leaf
      if (isPlacing) return
      isPlacing = true
      const storeNewest = async () => {
        while (place !== null) {
          const placed: string = place
          await replies.select(placed)
          if (place === placed) place = null
        }
      }
      await withRetry(storeNewest, {
        time: reconnecting,
        isFinal: (error) => !maySucceedLater(error),
      }).catch(() => {
        // Only the position is lost, no message.
        place = null
      })
      isPlacing = false
    },
    load: replies.load,
  }
}

const isNotThere = (error: unknown) => error instanceof ApiError && error.status === 404

/** The page's messages in the server's format, oldest first; a running reply becomes interrupted. */
function keptMessages(messages: readonly Message[]): KeptConversation['messages'] {
  let room: number = limits.keptParts
  const newestFirst = messages.toSorted((one, other) => other.number - one.number)
  return newestFirst
    .map(({ number: _, ...kept }): KeptConversation['messages'][number] => {
      if (kept.role === 'user') return kept
      const { parts, ...reply } = kept
      for (const text of storedTextsOf(parts ?? [])) room -= text.length
      const state = reply.state === 'running' || reply.state === 'waiting' ? 'interrupted' : reply.state
      return { ...reply, state, ...(parts && room >= 0 && { parts }) }
    })
    .reverse()
}

function bodyOf(agentId: string, { replyId, question, isNew, model, before }: Asking): Ask {
  const { id, parentId, content, files } = question
  // The server stores it with the first question, and ignores it once it has it.
  const greeting = before.length === 1 ? greetingOf(before)?.content : undefined
  const sent = {
    ...(files && { files: files.map((file) => file.id) }),
    ...(greeting !== undefined && { greeting }),
  }
  const wanted = model === null ? {} : { model }
  return { replyId, agentId, ...wanted, question: isNew ? { id, parentId, content, ...sent } : { id } }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
