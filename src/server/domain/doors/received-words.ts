import { randomUUID } from 'node:crypto'
import { EMPTY_REPLY, type ReplyEvent } from '../../../shared/chat/chat.ts'
import { isEnd } from '../../../shared/chat/messages.ts'
import type { Logger } from '../../base/log.ts'
import { logThrottled } from '../../base/log-throttled.ts'
import type { HoldWords, ReceivedWords } from '../../db/doors/key-words.ts'
import { wordCounter } from '../analytics/word-counter.ts'
import { passing } from './pass-events.ts'

/** How long words stay only in memory, in milliseconds: a server that is killed loses no more than that. */
const EVERY_MS = 1_000

/** Milliseconds until words that the database refused are stored again. */
const RETRY_MS = 5_000

/** After this time, in milliseconds, what a server holds counts no more unless it was renewed: the server has died. */
export const LAPSE_MS = 60_000

const RENEW_MS = 15_000

/** No reply runs for longer, in milliseconds; what is held for one that nobody ever read is not renewed after that. */
const LONGEST_REPLY_MS = 30 * 60_000

const DAY_LENGTH = '2026-01-31'.length

export const dayOf = (time: Date): string => time.toISOString().slice(0, DAY_LENGTH)

/** The words of one reply. They count for the day on which it was asked for. */
export interface WordsOfReply {
  /** Passes the reply's events on unchanged, and counts their words as they come. Its end gives back what is left. */
  count(events: AsyncIterable<ReplyEvent>): AsyncIterable<ReplyEvent>
  add(text: string): void
  /** Gives back what is held and was not taken; to be called where no reply begins. */
  giveBack(): void
}

interface WordsOfKeysOptions {
  store: (received: readonly ReceivedWords[]) => Promise<void>
  hold: HoldWords
  clock: () => Date
  log: Logger
}

type Change = (more: { words: number; held: number }) => void

/**
 * Counts the words that keys receive. They are added up in memory and stored soon after, so no reply waits for it. A
 * reply of a key with a cap begins only once what it may take is held in the database, where the servers share it.
 */
export class WordsOfKeys {
  readonly #options: WordsOfKeysOptions
  readonly #server = randomUUID()
  readonly #say = logThrottled()
  #sums = new Map<string, ReceivedWords>()
  /** Those that are being stored, which a look-up must not miss. */
  #storing = new Map<string, ReceivedWords>()
  readonly #holds = new Set<{ keyId: string; day: string; since: number }>()
  #timer: NodeJS.Timeout | undefined
  #flushing: Promise<void> | undefined
  readonly #renewing: NodeJS.Timeout

  constructor(options: WordsOfKeysOptions) {
    this.#options = options
    this.#renewing = setInterval(() => this.#renew(), RENEW_MS).unref()
  }

  /**
   * Holds the words that a reply may take; null if the key's day has none left that no other reply holds.
   * @param most for a key with a cap: that cap, and the most words that the reply may have
   * @param whenOver is called when the reply has given back, once or several times
   */
  async hold(
    keyId: string,
    most: { cap: number; words: number } | null,
    whenOver: () => void = () => {},
  ): Promise<WordsOfReply | null> {
    const now = this.#options.clock()
    const day = dayOf(now)
    if (most === null) return this.#wordsOfReply(keyId, day, 0, whenOver)
    const { cap, words } = most
    // What was given back here is free, even if the database does not know it yet. While both are being stored, words
    // count and what is given back does not, since nobody knows whether they are stored already.
    const givenBack = this.#sums.get(placeOf(keyId, day))?.held ?? 0
    const isHeld = await this.#options.hold({
      ...{ keyId, day, server: this.#server, words },
      room: cap - this.unstored(keyId, day) - givenBack,
      now: now.getTime(),
      until: now.getTime() + LAPSE_MS,
    })
    return isHeld ? this.#wordsOfReply(keyId, day, words, whenOver) : null
  }

  unstored(keyId: string, day: string): number {
    const place = placeOf(keyId, day)
    return (this.#sums.get(place)?.words ?? 0) + (this.#storing.get(place)?.words ?? 0)
  }

  /** Stores everything immediately, as far as the database accepts it. Never rejects. */
  async flush(): Promise<void> {
    // A running flush does not include what was added after it started.
    while (this.#flushing) await this.#flushing
    clearTimeout(this.#timer)
    this.#timer = undefined
    let stored = true
    this.#flushing = this.#storeSums().then((done) => {
      stored = done
    })
    await this.#flushing
    this.#flushing = undefined
    if (this.#sums.size > 0) this.#flushAfter(stored ? EVERY_MS : RETRY_MS)
  }

  async close(): Promise<void> {
    clearInterval(this.#renewing)
    await this.flush()
    clearTimeout(this.#timer)
  }

  /** @param most the words that are held for it; 0 for a key without a cap */
  #wordsOfReply(keyId: string, day: string, most: number, whenOver: () => void): WordsOfReply {
    const hold = { keyId, day, since: this.#options.clock().getTime() }
    if (most > 0) this.#holds.add(hold)
    return new HeldWords(
      most,
      (more) => this.#change(keyId, day, more),
      () => {
        this.#holds.delete(hold)
        whenOver()
      },
    )
  }

  #renew() {
    const oldest = this.#options.clock().getTime() - LONGEST_REPLY_MS
    for (const { keyId, day, since } of this.#holds)
      if (since > oldest) this.#change(keyId, day, { words: 0, held: 0 })
  }

  #change(keyId: string, day: string, { words, held }: { words: number; held: number }) {
    const place = placeOf(keyId, day)
    const sum = this.#sums.get(place) ?? { keyId, day, server: this.#server, until: 0, words: 0, held: 0 }
    const until = this.#options.clock().getTime() + LAPSE_MS
    this.#sums.set(place, { ...sum, until, words: sum.words + words, held: sum.held + held })
    if (!this.#flushing) this.#flushAfter(EVERY_MS)
  }

  #flushAfter(milliseconds: number) {
    this.#timer ??= setTimeout(() => this.flush(), milliseconds).unref()
  }

  async #storeSums(): Promise<boolean> {
    this.#storing = this.#sums
    this.#sums = new Map()
    try {
      if (this.#storing.size > 0) await this.#options.store([...this.#storing.values()])
      return true
    } catch (error) {
      const refused = this.#storing
      this.#storing = new Map()
      for (const { keyId, day, ...sum } of refused.values()) this.#change(keyId, day, sum)
      this.#say(this.#options.log, 'warn', { err: error }, 'words of keys can not be stored yet')
      return false
    } finally {
      this.#storing = new Map()
    }
  }
}

const placeOf = (keyId: string, day: string) => `${day} ${keyId}`

class HeldWords implements WordsOfReply {
  #left: number
  readonly #change: Change
  readonly #whenOver: () => void

  constructor(most: number, change: Change, whenOver: () => void) {
    this.#left = most
    this.#change = change
    this.#whenOver = whenOver
  }

  count(events: AsyncIterable<ReplyEvent>): AsyncIterable<ReplyEvent> {
    const words = wordCounter()
    return passing(
      events,
      () => this.giveBack(),
      (event) => {
        if (event.type === 'words' && event.text !== EMPTY_REPLY) this.#take(words(event.text))
        if (isEnd(event)) this.giveBack()
      },
    )
  }

  add(text: string): void {
    this.#take(wordCounter()(text))
  }

  giveBack(): void {
    if (this.#left > 0) this.#change({ words: 0, held: -this.#left })
    this.#left = 0
    this.#whenOver()
  }

  #take(words: number) {
    if (words === 0) return
    const held = Math.min(words, this.#left)
    this.#left -= held
    this.#change({ words, held: -held })
  }
}
