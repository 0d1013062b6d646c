import { randomBytes } from 'node:crypto'
import { toBase64 } from '../../../shared/receipts/bytes.ts'
import { checkpointText } from '../../../shared/receipts/checkpoint.ts'
import { makeLeaf } from '../../../shared/receipts/leaf.ts'
import { writeNote } from '../../../shared/receipts/note.ts'
import {
  append,
  edgeOf,
  type Hash,
  leafHash,
  type ReadHashes,
  readingFrom,
  type StoredHash,
} from '../../../shared/receipts/tree.ts'
import type { Logger } from '../../base/log.ts'
import { logThrottled } from '../../base/log-throttled.ts'
import type { Db } from '../../db/connect/connect.ts'
import { type NotedReply, readHashes, storeNotedReplies, thinCheckpoints } from '../../db/receipts/tree.ts'
import { readWaiting, type WaitingReply } from '../../db/receipts/waiting-replies.ts'
import { claimsOf, modelOf } from './claims.ts'
import type { PlaceKey, Signer } from './place-key.ts'

interface ReceiptLogOptions {
  db: Db
  key: Pick<PlaceKey, 'find'>
  clock: () => Date
  log: Logger
  /** For tests: milliseconds until replies are noted, and between looks for those that other servers left. */
  every?: { note?: number; look?: number } | undefined
}

/** Replies that end within so many milliseconds are noted together, and signed once. */
const NOTE_MS = 1_000

/** A server that was killed may have left some. */
const LOOK_MS = 15_000

const SECRET_BYTES = 32

/** All checkpoints are kept for so many milliseconds. */
const KEPT_MS = 24 * 3_600_000

type Round = 'none' | 'noted' | 'lost' | 'no key'

/**
 * Notes finished replies in the place's record. Every server does, for all of them: whichever is the first takes the next
 * places in the record, and the others find nothing left to do.
 */
export class ReceiptLog {
  readonly #options: ReceiptLogOptions
  readonly #say = logThrottled()
  /** The incomplete tiles at the end of the record, as this server left it. */
  #edge: { size: number; stored: readonly StoredHash[] } = { size: 0, stored: [] }
  #soon: NodeJS.Timeout | undefined
  #looks: NodeJS.Timeout | undefined
  #rounds: Promise<unknown> = Promise.resolve()

  constructor(options: ReceiptLogOptions) {
    this.#options = options
  }

  /** Makes the key of a new place, notes what was left, and from now on what `ended` tells of. */
  start(): void {
    const { key, every } = this.#options
    this.#looks ??= setInterval(() => this.#noteSoon(0), every?.look ?? LOOK_MS).unref()
    this.#rounds = key.find(null).catch((error: unknown) => this.#failed(error))
    this.#noteSoon(0)
  }

  /** To be called when the end of a reply is stored. */
  ended(): void {
    if (this.#looks) this.#noteSoon(this.#options.every?.note ?? NOTE_MS)
  }

  async close(): Promise<void> {
    clearInterval(this.#looks)
    clearTimeout(this.#soon)
    this.#looks = undefined
    await this.#rounds
  }

  /** Notes all replies that wait. */
  async noteAll(): Promise<void> {
    for (let lost = 0; ; ) {
      const round = await this.#round()
      if (round === 'none' || round === 'no key') return
      // Another server notes at the same time, and then there is less to do for this one.
      if (round === 'lost' && ++lost > 10) return
    }
  }

  sweep(): Promise<number> {
    const { db, clock } = this.#options
    return thinCheckpoints(db, new Date(clock().getTime() - KEPT_MS))
  }

  #noteSoon(ms: number) {
    this.#soon ??= setTimeout(() => {
      this.#soon = undefined
      this.#rounds = this.#rounds.then(() => this.noteAll()).catch((error: unknown) => this.#failed(error))
    }, ms).unref()
  }

  #failed(error: unknown) {
    this.#say(this.#options.log, 'warn', { err: error }, 'replies can not be noted in the record yet')
  }

  async #round(): Promise<Round> {
    const { db, key, clock } = this.#options
    const waiting = await readWaiting(db)
    const [first] = waiting
    if (!first) return 'none'
    const signer = await key.find(first.key)
    if (!signer) return 'no key'
    const { size } = first
    const { replies, hashes } = this.#leavesOf(waiting, size, signer)
    const read = await this.#edgeAt(size)
    const { added, root } = append(read, size, hashes)
    const text = checkpointText({ origin: signer.key.name, size: size + hashes.length, root })
    const checkpoint = { size: size + hashes.length, root, note: writeNote(text, [signer.sign(text)]) }
    const isStored = await storeNotedReplies(db, size, replies, { added, checkpoint, now: clock() })
    if (!isStored) return 'lost'
    const stored = [...this.#edge.stored, ...added]
    this.#edge = { size: checkpoint.size, stored: withinEdge(stored, checkpoint.size) }
    return 'noted'
  }

  /** In the order in which they ended, so that each finds the one before on its path. */
  #leavesOf(
    waiting: readonly WaitingReply[],
    size: number,
    { key }: Signer,
  ): { replies: NotedReply[]; hashes: Hash[] } {
    const known = new Map<string, Hash>()
    const replies = waiting.map((reply, nth): NotedReply => {
      const { conversationId, replyId, agentId, version, previous, previousLeaf, endedAt } = reply
      const before = previousLeaf ? leafHash(previousLeaf) : known.get(`${conversationId} ${previous}`)
      const secret = randomBytes(SECRET_BYTES)
      const { bytes } = makeLeaf(secret, claimsOf(reply), {
        ...{ place: key.name, agent: agentId, version, model: modelOf(reply), time: endedAt },
        previous: before ? toBase64(before) : null,
      })
      known.set(`${conversationId} ${replyId}`, leafHash(bytes))
      return { conversationId, replyId, index: size + nth, leaf: bytes, secret }
    })
    return { replies, hashes: replies.map(({ leaf }) => leafHash(leaf)) }
  }

  async #edgeAt(size: number): Promise<ReadHashes> {
    if (this.#edge.size !== size)
      this.#edge = { size, stored: await readHashes(this.#options.db, edgeOf(size)) }
    return readingFrom(this.#edge.stored)
  }
}

function withinEdge(stored: readonly StoredHash[], size: number): StoredHash[] {
  const from = new Map(edgeOf(size).map((range) => [range.level, range.from]))
  return stored.filter(({ level, index }) => index >= (from.get(level) ?? Number.POSITIVE_INFINITY))
}
