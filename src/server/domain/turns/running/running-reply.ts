import { FAILED_REPLY, type ReplyEvent } from '../../../../shared/chat/chat.ts'
import { endOf, type Reply } from '../../../../shared/chat/messages.ts'
import { partsOf, type ReplyPart } from '../../../../shared/chat/parts.ts'
import type { Logger } from '../../../base/log.ts'
import type { EndedReply, ReplyPlace, UnstoredWords } from '../../../db/turns/running-turns.ts'
import { toStored } from '../../../db/turns/stored-parts.ts'
import { countCharacters } from './count-characters.ts'
import { createReplyLog, type FollowReply } from './reply-log.ts'

/** The message at the end of a reply that is not stored: its text is still visible to followers, but will be lost. */
const UNSTORED = 'The reply could not be saved. Copy what you need from it.'

/** Sends a reply to other servers while this one receives it. */
export interface SentReply {
  /** The reply has grown. */
  changed(): void
  /** The reply has ended, and its end is stored. */
  over(): void
}

/** A reply that this server receives, whether or not anyone follows it. */
export interface RunningReply extends ReplyPlace {
  owner: string
  follow: FollowReply
  /** Cancels the request to the model and ends the reply with the text so far; one that has ended stays unchanged. */
  end(how: 'stopped' | 'interrupted'): void
  /** The text, reasoning and sources beyond what is stored. */
  unstored(): UnstoredWords
  /** Records that this is stored. */
  stored(said: UnstoredWords): void
  /** Whether the reply has ended, even if its end is not stored yet. */
  ending(): boolean
  /** Resolves when its end was sent to its followers. Never rejects. */
  endSent: Promise<void>
}

export interface RunningReplyParts extends ReplyPlace {
  owner: string
  requestId: string
  /** Starts the reply's events; the request to the model is cancelled when a signal is aborted. */
  events: (signals: {
    stopped: AbortSignal
    shutdown: AbortSignal
  }) => AsyncIterable<ReplyEvent> | Promise<AsyncIterable<ReplyEvent>>
  /** Called with the number of earlier turns that are omitted from the model's context. */
  begun?: (forgotten: number) => void
  /**
   * Stores the end. Never rejects.
   * @returns how it is stored, possibly by another server; null if there is no such reply any more; `unstored` if the
   *   database has refused it so far
   */
  storeEnd: (place: ReplyPlace, reply: Reply) => Promise<EndedReply | null | 'unstored'>
  /** Sends the reply to other servers. */
  send?: ((parts: () => readonly ReplyPart[]) => SentReply) | undefined
  clock: () => Date
  log: Logger
}

/** Starts to receive a reply, and continues to its end. */
export function receiveReply(parts: RunningReplyParts): RunningReply {
  const { conversationId, replyId, owner, requestId, storeEnd, clock, log } = parts
  const place = { conversationId, replyId }
  const signals = { stopped: new AbortController(), interrupted: new AbortController() }
  const sent = parts.send?.(() => partsOf(kept.reply()))
  const kept = createReplyLog(place, { clock, onChange: () => sent?.changed() })
  const endSent = Promise.withResolvers<void>()
  /** How much of the text and of the reasoning is stored. */
  const said = storedLength()
  const thought = storedLength()
  /** How many sources are stored; -1 if not even that there may be some. */
  let storedSources = -1

  /** Stores the end before followers are notified, as long as there is hope that it can be stored. */
  async function end(event: ReplyEvent) {
    if (kept.reply().state !== 'running') return
    kept.take(event)
    const stored = await storeEnd(place, kept.reply())
    if (stored === 'unstored') return sendEnd({ type: 'failed', message: UNSTORED, requestId })
    const asStored = stored && endOf(stored, { message: FAILED_REPLY, requestId })
    const same = !asStored || asStored.type === event.type
    // Another server may have ended it, with less text than was received here.
    sendEnd(same ? event : asStored, asStored ? stored.characters : undefined)
  }

  function sendEnd(event: ReplyEvent, characters?: number) {
    kept.notify(event, characters)
    sent?.over()
    endSent.resolve()
  }

  async function receive() {
    try {
      const { stopped, interrupted } = signals
      const events = await parts.events({ stopped: stopped.signal, shutdown: interrupted.signal })
      for await (const event of events)
        switch (event.type) {
          case 'started':
            parts.begun?.(event.forgotten)
            kept.take(event)
            break
          case 'words':
          case 'reasoning':
          case 'sources':
          case 'truncated':
            kept.take(event)
            break
          case 'finished':
          case 'stopped':
          case 'interrupted':
          case 'failed':
            void end(event)
            break
          default:
            event satisfies never
        }
    } catch (error) {
      log.error({ err: error, replyId }, 'a reply broke off')
    } finally {
      void end({ type: 'interrupted' })
    }
  }
  void receive()

  return {
    conversationId,
    replyId,
    owner,
    follow: kept.follow,
    end(how) {
      signals[how].abort()
      void end({ type: how })
    },
    unstored() {
      const reply = kept.reply()
      const { content, reasoning, parts, sources } = toStored(reply)
      return {
        ...place,
        at: said.characters,
        words: content.slice(said.units),
        reasoningAt: thought.characters,
        reasoning: reasoning.slice(thought.units),
        parts,
        sources: (sources?.length ?? -1) > storedSources ? sources : null,
        repliedAt: reply.repliedAt,
      }
    },
    stored({ words, reasoning, sources }) {
      if (sources) storedSources = sources.length
      said.add(words)
      thought.add(reasoning)
    },
    ending: () => kept.reply().state !== 'running',
    endSent: endSent.promise,
  }
}

/** Counts the stored length of a text, in the units of JavaScript and of the database. */
function storedLength() {
  return {
    units: 0,
    characters: 0,
    add(text: string) {
      this.units += text.length
      this.characters += countCharacters(text)
    },
  }
}
