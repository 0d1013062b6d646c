import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '../../base/log.ts'
import type { Db } from '../../db/connect/connect.ts'
import { BLOCK } from '../../db/conversations/recall.ts'
import {
  type BlockToStore,
  deleteBlockOf,
  listMissingBlocks,
  readBlock,
  storeBlock,
} from '../../db/conversations/recall-index.ts'
import { type CountedMessage, frequenciesIn, type Totals } from './score.ts'
import { recallWords } from './words.ts'

const LENGTH_BYTES = 2
const MOST_WORDS = 2 ** (8 * LENGTH_BYTES) - 1
/** More often makes no difference to a score. */
const MOST_FREQUENT = 255

/** @param texts of the block's messages; those that are missing are not searched */
export function indexBlock(
  block: number,
  texts: readonly { number: number; content: string }[],
): Pick<BlockToStore, 'lengths' | 'words'> {
  const lengths = Buffer.alloc(BLOCK * LENGTH_BYTES)
  const postings = new Map<string, number[]>()
  for (const { number, content } of texts.toSorted((one, other) => one.number - other.number)) {
    const place = number - block * BLOCK
    const counts = new Map<string, number>()
    const words = recallWords(content)
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
    lengths.writeUInt16BE(Math.min(words.length, MOST_WORDS), place * LENGTH_BYTES)
    for (const [word, count] of counts) {
      const known = postings.get(word)
      const posting = [place, Math.min(count, MOST_FREQUENT)]
      if (known) known.push(...posting)
      else postings.set(word, posting)
    }
  }
  const words = [...postings].map(([word, bytes]) => ({ word, postings: Uint8Array.from(bytes) }))
  // In the order of the key, so that neighbours in the database's index lie together.
  return { lengths, words: words.sort((one, other) => (one.word < other.word ? -1 : 1)) }
}

const NUMBER_BYTES = 4

/** What is known of messages: those with a word of the question, and how many words all of them have. */
export interface Counted {
  messages: CountedMessage[]
  totals: Totals
}

/**
 * What `readIndexed` returns of the messages before a number, and the blocks that it is of.
 * @param terms how many words were asked for
 */
export function readCounted(
  { lengths, postings, number: before }: { lengths: Buffer; postings: Buffer; number: number },
  terms: number,
): Counted & { blocks: Set<number> } {
  const at = new Map<number, number>()
  const totals = { count: 0, words: 0 }
  for (let from = 0; from < lengths.length; from += NUMBER_BYTES + BLOCK * LENGTH_BYTES) {
    const block = lengths.readInt32BE(from)
    at.set(block, from + NUMBER_BYTES)
    const most = Math.min(BLOCK, before - block * BLOCK)
    for (let place = 0; place < most; place++) {
      const length = lengths.readUInt16BE(from + NUMBER_BYTES + place * LENGTH_BYTES)
      if (length === 0) continue
      totals.count++
      totals.words += length
    }
  }
  const messages = new Map<number, CountedMessage & { frequencies: number[] }>()
  for (let from = 0; from < postings.length; ) {
    const term = postings.readInt32BE(from) - 1
    const block = postings.readInt32BE(from + NUMBER_BYTES)
    const to = from + 3 * NUMBER_BYTES + postings.readInt32BE(from + 2 * NUMBER_BYTES)
    const ofBlock = at.get(block)
    for (let pair = from + 3 * NUMBER_BYTES; ofBlock !== undefined && pair < to; pair += 2) {
      const place = postings.readUInt8(pair)
      const number = block * BLOCK + place
      if (number >= before) break
      const known = messages.get(number)
      const message = known ?? {
        ...{ number, length: lengths.readUInt16BE(ofBlock + place * LENGTH_BYTES) },
        frequencies: Array.from({ length: terms }, () => 0),
      }
      message.frequencies[term] = postings.readUInt8(pair + 1)
      if (!known) messages.set(number, message)
    }
    from = to
  }
  return { blocks: new Set(at.keys()), messages: [...messages.values()], totals }
}

/** As the index has a message. */
export function countMessage(
  { number, content }: { number: number; content: string },
  places: ReadonlyMap<string, number>,
): CountedMessage {
  const words = recallWords(content)
  const frequencies = frequenciesIn(words, places)?.map((count) => Math.min(count, MOST_FREQUENT))
  return { number, length: Math.min(words.length, MOST_WORDS), frequencies }
}

/** Conversations that may wait; what others need is done after their next reply. */
const MOST_WAITING = 1_000

/** For one conversation before the others have their turn. */
const BLOCKS_AT_ONCE = 4

/** Milliseconds between two statements, in which an embedded database does what people wait for. */
const PAUSE_MS = 20

/**
 * Writes the index of long conversations after their replies, beside everything else. Which blocks are missing says the
 * database, so that what a server that died left undone is done after the next reply, on any server.
 */
export class RecallIndex {
  readonly #options: { db: Db; log: Logger; pauseMs?: number }
  /** Replies that have ended since the conversation was looked after, by conversation. */
  readonly #waiting = new Map<string, string[]>()
  #working: Promise<void> | undefined
  #isClosed = false

  constructor(options: { db: Db; log: Logger; pauseMs?: number }) {
    this.#options = options
  }

  /** To be called when a reply has ended; the work goes on beside the caller's. */
  ended({ conversationId, replyId }: { conversationId: string; replyId: string }): void {
    const known = this.#waiting.get(conversationId)
    if (this.#isClosed || (!known && this.#waiting.size >= MOST_WAITING)) return
    if (known) known.push(replyId)
    else this.#waiting.set(conversationId, [replyId])
    this.#working ??= this.#work().finally(() => {
      this.#working = undefined
    })
  }

  /** Resolves when nothing is left to do. */
  async settled(): Promise<void> {
    await this.#working
  }

  /** Resolves when nothing is written any more. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#waiting.clear()
    await this.#working
  }

  async #work(): Promise<void> {
    for (const [conversationId, replies] of this.#waiting) {
      this.#waiting.delete(conversationId)
      try {
        for (const replyId of replies) await deleteBlockOf(this.#options.db, { conversationId, replyId })
        const isLeft = await this.#index(conversationId)
        // To the end of the row.
        if (isLeft && !this.#waiting.has(conversationId)) this.#waiting.set(conversationId, [])
      } catch (error) {
        this.#options.log.warn({ err: error }, 'the words of a long conversation are not indexed yet')
      }
      if (this.#isClosed) this.#waiting.clear()
    }
  }

  /** @returns whether more may be left */
  async #index(conversationId: string): Promise<boolean> {
    const { db, pauseMs = PAUSE_MS } = this.#options
    const missing = await listMissingBlocks(db, conversationId, BLOCKS_AT_ONCE)
    let stored = 0
    for (const block of missing) {
      if (this.#isClosed) return false
      const read = await readBlock(db, conversationId, block)
      if (!read) return false
      const { erasures, texts } = read
      const toStore = { conversationId, block, erasures, ...indexBlock(block, texts) }
      if (await storeBlock(db, toStore, () => sleep(pauseMs))) stored++
    }
    return stored > 0 && missing.length === BLOCKS_AT_ONCE
  }
}
