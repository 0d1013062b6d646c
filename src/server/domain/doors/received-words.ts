import { randomUUID } from 'node:crypto'
import { EMPTY_REPLY, type ReplyEvent } from '../../../shared/chat/chat.ts'
import { isEnd } from '../../../shared/chat/messages.ts'
import type { Logger } from '../../base/log.ts'
import { logThrottled } from '../../base/log-throttled.ts'
import type { HoldWords, ReceivedWords } from '../../db/doors/key-words.ts'
import { wordCounter } from '../analytics/word-counter.ts'

/** How long words stay only in memory, in milliseconds: a server that is killed loses no more than that. */
const EVERY_MS = 1_000

/** Milliseconds until words that the database refused are stored again. */
const RETRY_MS = 5_000

/** After this time, in milliseconds, what a server holds counts no more unless it was renewed: the server has died. */
export const LAPSE_MS = 60_000

/** The interval at which a server renews what it holds, in milliseconds. */
const RENEW_MS = 15_000

/** No reply runs for longer, in milliseconds; what is held for one that nobody ever read is not renewed after that. */
const LONGEST_REPLY_MS = 30 * 60_000

const DAY_LENGTH = '2026-01-31'.length

/** The day (UTC) of a time, as the database writes it. */
export const dayOf = (time: Date): string => time.toISOString().slice(0, DAY_LENGTH)

/** The words of one reply. They count for the day on which it was asked for. */
export interface WordsOfReply {
  /** Passes the reply's events on unchanged, and counts their words as they come. Its end gives back what is left. */
  count(events: AsyncIterable<ReplyEvent>): AsyncIterable<ReplyEvent>
  /** Counts a text beside the words of the reply, such as the arguments of a call. */
  add(text: string): void
  /** Gives back what is held and was not taken; to be called where no reply begins. */
  giveBack(): void
}

/**
 * Counts the words that keys receive. They are added up in memory and stored soon after, so no reply waits for it. A
 * reply of a key with a cap begins only once what it may take is held in the database, where the servers share it.
 */
export interface WordsOfKeys {
  /**
   * Holds the words that a reply may take, if the key's day has any left that no other reply holds.
   * @param most for a key with a cap: that cap, and the most words that the reply may have
   * @returns null if there are none
   */
  hold(keyId: string, most: { cap: number; words: number } | null): Promise<WordsOfReply | null>
  /** The words of a key on a day that are not stored yet. */
  unstored(keyId: string, day: string): number
  /** Stores everything immediately, as far as the database accepts it. Never rejects. */
  flush(): Promise<void>
  close(): Promise<void>
}

export function createWordsOfKeys(options: {
  store: (received: readonly ReceivedWords[]) => Promise<void>
  hold: HoldWords
  clock: () => Date
  log: Logger
}): WordsOfKeys {
  const { store, clock, log } = options
  const server = randomUUID()
  const say = logThrottled()
  /** By day and key. */
  let sums = new Map<string, ReceivedWords>()
  /** Those that are being stored, which a look-up must not miss. */
  let storing = new Map<string, ReceivedWords>()
  /** What replies hold here. */
  const holds = new Set<{ keyId: string; day: string; since: number }>()
  let timer: NodeJS.Timeout | undefined
  let flushing: Promise<void> | undefined

  const keyOf = (keyId: string, day: string) => `${day} ${keyId}`
  const renewing = setInterval(() => {
    const oldest = clock().getTime() - LONGEST_REPLY_MS
    for (const { keyId, day, since } of holds) if (since > oldest) change(keyId, day, { words: 0, held: 0 })
  }, RENEW_MS).unref()

  function change(keyId: string, day: string, { words, held }: { words: number; held: number }) {
    const key = keyOf(keyId, day)
    const sum = sums.get(key) ?? { keyId, day, server, until: 0, words: 0, held: 0 }
    const until = clock().getTime() + LAPSE_MS
    sums.set(key, { ...sum, until, words: sum.words + words, held: sum.held + held })
    if (!flushing) flushAfter(EVERY_MS)
  }

  function flushAfter(milliseconds: number) {
    timer ??= setTimeout(flush, milliseconds).unref()
  }

  async function storeSums(): Promise<boolean> {
    storing = sums
    sums = new Map()
    try {
      if (storing.size > 0) await store([...storing.values()])
      return true
    } catch (error) {
      const refused = storing
      storing = new Map()
      for (const { keyId, day, ...sum } of refused.values()) change(keyId, day, sum)
      say(log, 'warn', { err: error }, 'words of keys can not be stored yet')
      return false
    } finally {
      storing = new Map()
    }
  }

  async function flush(): Promise<void> {
    // A running flush does not include what was added after it started.
    while (flushing) await flushing
    clearTimeout(timer)
    timer = undefined
    let stored = true
    flushing = storeSums().then((done) => {
      stored = done
    })
    await flushing
    flushing = undefined
    if (sums.size > 0) flushAfter(stored ? EVERY_MS : RETRY_MS)
  }

  function unstored(keyId: string, day: string): number {
    const key = keyOf(keyId, day)
    return (sums.get(key)?.words ?? 0) + (storing.get(key)?.words ?? 0)
  }

  /** @param most the words that are held for it; 0 for a key without a cap */
  function wordsOfReply(keyId: string, day: string, most: number): WordsOfReply {
    const hold = { keyId, day, since: clock().getTime() }
    let left = most
    if (most > 0) holds.add(hold)

    function take(words: number) {
      if (words === 0) return
      const held = Math.min(words, left)
      left -= held
      change(keyId, day, { words, held: -held })
    }

    function giveBack() {
      if (left > 0) change(keyId, day, { words: 0, held: -left })
      left = 0
      holds.delete(hold)
    }

    return {
      count(events) {
        const words = wordCounter()
        return passing(events, giveBack, (event) => {
          if (event.type === 'words' && event.text !== EMPTY_REPLY) take(words(event.text))
          if (isEnd(event)) giveBack()
        })
      },
      add: (text) => take(wordCounter()(text)),
      giveBack,
    }
  }

  return {
    async hold(keyId, most) {
      const now = clock()
      const day = dayOf(now)
      if (most === null) return wordsOfReply(keyId, day, 0)
      const { cap, words } = most
      // What was given back here is free, even if the database does not know it yet. While both are being stored, words
      // count and what is given back does not, since nobody knows whether they are stored already.
      const givenBack = sums.get(keyOf(keyId, day))?.held ?? 0
      const isHeld = await options.hold({
        ...{ keyId, day, server, words },
        room: cap - unstored(keyId, day) - givenBack,
        now: now.getTime(),
        until: now.getTime() + LAPSE_MS,
      })
      return isHeld ? wordsOfReply(keyId, day, words) : null
    },
    unstored,
    flush,
    async close() {
      clearInterval(renewing)
      await flush()
      clearTimeout(timer)
    },
  }
}

/** Not a generator, because that takes three microtasks for each event instead of one. */
function passing(
  events: AsyncIterable<ReplyEvent>,
  left: () => void,
  take: (event: ReplyEvent) => void,
): AsyncIterableIterator<ReplyEvent> {
  const source = events[Symbol.asyncIterator]()
  return {
    async next() {
      try {
        const result = await source.next()
        if (result.done) left()
        else take(result.value)
        return result
      } catch (error) {
        left()
        throw error
      }
    },
    async return() {
      left()
      await source.return?.()
      return { done: true, value: undefined }
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}
