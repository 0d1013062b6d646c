import { setTimeout as wait } from 'node:timers/promises'
import type { ReplyPart } from '../../../../shared/chat/parts.ts'
import type { Logger } from '../../../base/log.ts'
import type { ReplyPlace } from '../../../db/turns/running-turns.ts'
import { reapDeadReplies } from './reap-dead-replies.ts'
import { replyKey } from './reply-key.ts'
import type { ReplyStore } from './reply-store.ts'
import { type RunningReply, type RunningReplyParts, receiveReply } from './running-reply.ts'
import { createEndStore } from './store-ends.ts'
import { storeWordsRegularly } from './store-words-regularly.ts'

/** How long `close` waits until the ends of running replies are stored, in milliseconds. */
const CLOSING_MS = 4_000

/** Manages the replies of one kind that this server receives, from their start until their end is stored. */
export interface Receiver {
  /**
   * Starts to receive a reply that is stored as running. While the server is shutting down, it is interrupted at once.
   */
  receive(parts: Omit<RunningReplyParts, 'storeEnd' | 'clock'>): RunningReply
  find(place: ReplyPlace): RunningReply | undefined
  /**
   * Ends a reply with the text so far. Resolves when its followers are notified or, for a reply of another server, when
   * that server was asked.
   */
  stop(place: ReplyPlace): Promise<void>
  /** Stops all running replies in these conversations or realms. */
  stopIn(conversationIds: readonly string[]): Promise<void>
  /** Ends what a crashed server left running, when no other server can be running. */
  closeOrphans(): Promise<void>
  /** Aborted as soon as the server shuts down. */
  closing: AbortSignal
  /**
   * Interrupts all replies and waits until that is stored, up to a timeout.
   * @param begun waits for requests that may still start a reply
   */
  close(begun: () => Promise<unknown>): Promise<void>
}

/** The direct connection to other servers. */
export interface ElsewhereRelay {
  /** See `reapDeadReplies`. */
  read(key: string): Promise<readonly ReplyPart[]>
  /** Asks a server to stop a reply that it receives. */
  stop(server: string, key: string): void
  /** Subscribes to stop requests for this server, until the returned function is called. */
  onStop(stop: (key: string) => void): () => void
}

export function createReceiver(options: {
  store: ReplyStore
  clock: () => Date
  log: Logger
  /** Without it, a stop request of another server is noticed when text is stored the next time. */
  relay?: ElsewhereRelay | undefined
  /** Whether no other server can use this database. */
  alone?: boolean | undefined
  /** For tests: milliseconds between two rounds of storing text, and of looking for dead replies. */
  every?: { store?: number | undefined; look?: number | undefined } | undefined
}): Receiver {
  const { store, clock, log, relay, every = {} } = options
  /** The replies by key, until their end is stored. */
  const running = new Map<string, RunningReply>()
  const closing = new AbortController()
  const closed = new AbortController()
  let stopReceiving: (() => void) | undefined
  let released = Promise.withResolvers<void>()

  const storeEnd = createEndStore({ store, onStored: release, log, closed: closed.signal })
  const words = storeWordsRegularly({ store, running, log, everyMs: every.store })
  const dead = reapDeadReplies({
    store,
    isAlive: (key) => running.has(key),
    readPassedOn: relay && ((key) => relay.read(key)),
    log,
    alone: options.alone,
    everyMs: every.look,
  })

  function release(place: ReplyPlace) {
    running.delete(replyKey(place))
    released.resolve()
    released = Promise.withResolvers()
    if (running.size > 0) return
    stopReceiving?.()
    stopReceiving = undefined
  }

  async function stopElsewhere(place: ReplyPlace): Promise<void> {
    const receiver = await store.wantStop(place)
    if (receiver !== null) relay?.stop(receiver, replyKey(place))
  }

  return {
    closing: closing.signal,

    receive(parts) {
      const received = receiveReply({ ...parts, storeEnd, clock })
      running.set(replyKey(parts), received)
      words.begin()
      stopReceiving ??= relay?.onStop((key) => running.get(key)?.end('stopped'))
      if (closing.signal.aborted) received.end('interrupted')
      return received
    },

    find: (place) => running.get(replyKey(place)),

    async stop(place) {
      const own = running.get(replyKey(place))
      if (!own) return stopElsewhere(place)
      own.end('stopped')
      await own.endSent
    },

    async stopIn(conversationIds) {
      const within = new Set(conversationIds)
      const own = [...running.values()].filter(({ conversationId }) => within.has(conversationId))
      for (const one of own) one.end('stopped')
      await Promise.all(own.map(({ endSent }) => endSent))
      for (const place of await store.listRunning(conversationIds)) await stopElsewhere(place)
    },

    closeOrphans: () => dead.closeAll(),

    async close(begun) {
      closing.abort()
      dead.stop()
      for (const one of running.values()) one.end('interrupted')
      const settled = async () => {
        await begun()
        while (running.size > 0) await released.promise
      }
      await Promise.race([settled(), wait(CLOSING_MS, undefined, { ref: false })])
      closed.abort()
      words.stop()
    },
  }
}
