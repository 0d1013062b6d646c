import { EMPTY_REPLY, type ReplyEvent } from '../../../shared/chat/chat.ts'
import type { Logger } from '../../base/log.ts'
import { logThrottled } from '../../base/log-throttled.ts'
import type { ReceivedWords } from '../../db/doors/api-keys.ts'
import { wordCounter } from '../analytics/word-counter.ts'

/** How long words stay only in memory, in milliseconds: a server that is killed loses no more than that. */
const EVERY_MS = 1_000

/** Milliseconds until words that the database refused are stored again. */
const RETRY_MS = 5_000

const DAY_LENGTH = '2026-01-31'.length

/** The day (UTC) of a time, as the database writes it. */
export const dayOf = (time: Date): string => time.toISOString().slice(0, DAY_LENGTH)

/** Counts the words that keys receive. They are added up in memory and stored soon after, so no reply waits for it. */
export interface WordsOfKeys {
  /** Passes a reply's events on unchanged and counts their words as they come. */
  count(keyId: string, events: AsyncIterable<ReplyEvent>): AsyncIterable<ReplyEvent>
  /** Counts a text beside the words of a reply, such as the arguments of a call. */
  add(keyId: string, text: string): void
  /** The words of a key on a day that are not stored yet. */
  unstored(keyId: string, day: string): number
  /** Stores everything immediately, as far as the database accepts it. Never rejects. */
  flush(): Promise<void>
  close(): Promise<void>
}

export function createWordsOfKeys(options: {
  store: (received: readonly ReceivedWords[]) => Promise<void>
  clock: () => Date
  log: Logger
}): WordsOfKeys {
  const { store, clock, log } = options
  const say = logThrottled()
  /** By day and key. */
  let sums = new Map<string, ReceivedWords>()
  /** Those that are being stored, which a look-up must not miss. */
  let storing = new Map<string, ReceivedWords>()
  let timer: NodeJS.Timeout | undefined
  let flushing: Promise<void> | undefined

  const keyOf = (keyId: string, day: string) => `${day} ${keyId}`

  function addWords(keyId: string, words: number, day = dayOf(clock())) {
    if (words === 0) return
    const key = keyOf(keyId, day)
    const sum = sums.get(key)
    if (sum) sum.words += words
    else sums.set(key, { keyId, day, words })
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
      for (const { keyId, words, day } of refused.values()) addWords(keyId, words, day)
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

  return {
    count(keyId, events) {
      const words = wordCounter()
      return passing(events, (event) => {
        if (event.type === 'words' && event.text !== EMPTY_REPLY) addWords(keyId, words(event.text))
      })
    },
    add: (keyId, text) => addWords(keyId, wordCounter()(text)),
    unstored(keyId, day) {
      const key = keyOf(keyId, day)
      return (sums.get(key)?.words ?? 0) + (storing.get(key)?.words ?? 0)
    },
    flush,
    async close() {
      await flush()
      clearTimeout(timer)
    },
  }
}

/** Not a generator, because that takes three microtasks for each event instead of one. */
function passing(
  events: AsyncIterable<ReplyEvent>,
  take: (event: ReplyEvent) => void,
): AsyncIterableIterator<ReplyEvent> {
  const source = events[Symbol.asyncIterator]()
  return {
    async next() {
      const result = await source.next()
      if (!result.done) take(result.value)
      return result
    },
    async return() {
      await source.return?.()
      return { done: true, value: undefined }
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}
