import { FAILED_REPLY, type ReplyEvent } from '../../../../shared/chat/chat.ts'
import { endOf, type Reply } from '../../../../shared/chat/messages.ts'
import { partsOf, type ReplyPart } from '../../../../shared/chat/parts.ts'
import type { Logger } from '../../../base/log.ts'
import type { EndedReply, ReplyPlace, UnstoredWords } from '../../../db/turns/running-turns.ts'
import { toStored } from '../../../db/turns/stored-parts.ts'
import { countCharacters } from './count-characters.ts'
import { createReplyLog, type FollowReply } from './reply-log.ts'

/** What is told at the end of a reply that is not stored: whoever has its words sees them, and nobody is to rely on them. */
const UNSTORED = 'The reply could not be stored. Copy what you need of it.'

/** Who passes a reply on while it is received here. */
export interface SentReply {
  /** There is more of it. */
  changed(): void
  /** It is over, and its end is stored. */
  over(): void
}

/** A reply that this server receives, whoever follows it, and if nobody does. */
export interface RunningReply extends ReplyPlace {
  owner: string
  follow: FollowReply
  /** Lets go of the model at once and ends it with the words that came; one that ended already stays as it is. */
  end(how: 'stopped' | 'interrupted'): void
  /** What is said and thought beyond what is stored. */
  unstored(): UnstoredWords
  /** It is stored now. */
  stored(said: UnstoredWords): void
  /** Whether it ended, though that may not be stored yet. */
  ending(): boolean
  /** Settles when its end was told to those who follow. Never rejects. */
  told: Promise<void>
}

export interface RunningReplyParts extends ReplyPlace {
  owner: string
  requestId: string
  /** Its events, from a model that lets go when a signal is aborted. */
  events: (signals: { stopped: AbortSignal; shutdown: AbortSignal }) => AsyncIterable<ReplyEvent>
  /** Called with how many earlier turns the model does not remember. */
  begun?: (forgotten: number) => void
  /**
   * Stores the end. Never rejects.
   * @returns how it is stored, which may be the doing of somebody else; null where there is no such reply any more;
   *   `unstored` where the database refuses it so far
   */
  storeEnd: (place: ReplyPlace, reply: Reply) => Promise<EndedReply | null | 'unstored'>
  /** Passes it on to whoever is elsewhere. */
  send?: ((parts: () => readonly ReplyPart[]) => SentReply) | undefined
  clock: () => Date
  log: Logger
}

/** Begins to receive a reply, and goes on with it to its end. */
export function receiveReply(parts: RunningReplyParts): RunningReply {
  const { conversationId, replyId, owner, requestId, storeEnd, clock, log } = parts
  const place = { conversationId, replyId }
  const signals = { stopped: new AbortController(), interrupted: new AbortController() }
  const sent = parts.send?.(() => partsOf(kept.reply()))
  const kept = createReplyLog(place, { clock, onChange: () => sent?.changed() })
  const told = Promise.withResolvers<void>()
  /** How much of the text and of the reasoning is stored. */
  const said = storedLength()
  const thought = storedLength()

  /** Nobody hears of an end that is not stored, as long as there is a hope that it will be. */
  async function end(event: ReplyEvent) {
    if (kept.reply().state !== 'running') return
    kept.take(event)
    const stored = await storeEnd(place, kept.reply())
    if (stored === 'unstored') return tellEnd({ type: 'failed', message: UNSTORED, requestId })
    const asStored = stored && endOf(stored, { message: FAILED_REPLY, requestId })
    const same = !asStored || asStored.type === event.type
    // Somebody else may have ended it, with fewer words than were heard here.
    tellEnd(same ? event : asStored, asStored ? stored.characters : undefined)
  }

  function tellEnd(event: ReplyEvent, characters?: number) {
    kept.tell(event, characters)
    sent?.over()
    told.resolve()
  }

  async function receive() {
    try {
      const { stopped, interrupted } = signals
      for await (const event of parts.events({ stopped: stopped.signal, shutdown: interrupted.signal }))
        switch (event.type) {
          case 'started':
            parts.begun?.(event.forgotten)
            kept.take(event)
            break
          case 'words':
          case 'reasoning':
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
      const { content, reasoning, parts } = toStored(reply)
      return {
        ...place,
        at: said.characters,
        words: content.slice(said.units),
        reasoningAt: thought.characters,
        reasoning: reasoning.slice(thought.units),
        parts,
        repliedAt: reply.repliedAt,
      }
    },
    stored({ words, reasoning }) {
      said.add(words)
      thought.add(reasoning)
    },
    ending: () => kept.reply().state !== 'running',
    told: told.promise,
  }
}

/** Counts what is stored of a text, as JavaScript and as the database count it. */
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
