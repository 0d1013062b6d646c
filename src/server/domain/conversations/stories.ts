import { randomUUID } from 'node:crypto'
import type { Story } from '../../../shared/chat/stories.ts'
import { BackgroundWork } from '../../base/background-work.ts'
import { OneByOne } from '../../base/keyed-work.ts'
import type { Logger } from '../../base/log.ts'
import { RecentMap } from '../../base/recent-map.ts'
import type { Db } from '../../db/connect/connect.ts'
import {
  changeStory,
  deleteStory,
  insertStory,
  isTellable,
  listStories,
  readToTell,
} from '../../db/conversations/stories.ts'
import type { OwnedId } from '../../db/deletable-rows.ts'
import type { Answers, Asked } from '../chat/answers.ts'
import { noSuch } from '../failure.ts'
import type { Leaving } from '../operation/leaving.ts'
import { bytesOf, noQuotas, type Quotas } from '../quotas/quotas.ts'
import { createSemaphore } from '../semaphore.ts'
import { bytesToTell, type ContextPart, isFull, makeStory, turnsToTell } from './make-story.ts'

interface StoriesOptions {
  db: Db
  clock: () => Date
  answers: Pick<Answers, 'engineFor' | 'answerOnce'>
  log: Logger
  quotas?: Quotas
  /** Without it stories are begun until the server is closed. */
  leaving?: Pick<Leaving, 'isBegun'> | undefined
}

/** A reply of a stored conversation that came to its end. */
interface EndedReply {
  conversationId: string
  replyId: string
  owner: string
  /** What the reply was asked with, so that the same model tells the story and the same one pays. */
  asked: Asked
  /** What it says of its window; absent where that is nearly empty. */
  context: ContextPart | undefined
  requestId: string
}

/** Replies of a conversation until a story is tried again that failed, or was deleted. */
const RESTS = 5

/** Conversations of which that is known. */
const MOST_RESTING = 10_000

/** The most stories that this server has made at a time; of one person one, so that a slow model holds up nobody else. */
const AT_ONCE = 4

/** The stories of long conversations (record 0087), which are made beside whatever their people wait for. */
export class Stories {
  readonly #options: StoriesOptions
  readonly #quotas: Quotas
  readonly #making = new Map<string, AbortController>()
  readonly #works = new BackgroundWork()
  readonly #resting = new RecentMap<string, number>(MOST_RESTING)
  readonly #closing = new AbortController()
  readonly #ofOwner = new OneByOne()
  readonly #inTurn = createSemaphore({ inside: AT_ONCE, waiting: Number.POSITIVE_INFINITY }, 'stories')

  constructor(options: StoriesOptions) {
    this.#options = options
    this.#quotas = options.quotas ?? noQuotas
  }

  /** A reply begins: a story that is being made gives way, and is tried again after the reply. */
  begun(conversationId: string): void {
    this.#making.get(conversationId)?.abort()
  }

  /** Has a story made if the window is full. Nobody waits for it, and a failure changes nothing. */
  ended(reply: EndedReply): void {
    const { conversationId, context } = reply
    if (this.#options.leaving?.isBegun) return
    if (this.#closing.signal.aborted || this.#rests(conversationId) || !context || !isFull(context)) return
    this.begun(conversationId)
    const making = new AbortController()
    this.#making.set(conversationId, making)
    const make = () => this.#inTurn(() => this.#make(reply, context, making.signal))
    const work = this.#ofOwner.run(reply.owner, make).finally(() => {
      if (this.#making.get(conversationId) === making) this.#making.delete(conversationId)
    })
    this.#works.add(work, (error) => {
      if (making.signal.aborted || this.#closing.signal.aborted) return
      this.#rest(conversationId)
      this.#options.log.warn({ err: error, conversationId }, 'a story can not be made')
    })
  }

  /** It is the person's from then on. @throws {Failure} `not_found` or `quota_reached` */
  async change(of: OwnedId, id: string, text: string): Promise<Story> {
    const { db, clock } = this.#options
    const before = (await listStories(db, of)).find((story) => story.id === id) ?? noSuch('story')
    const more = Math.max(0, bytesOf(text) - bytesOf(before.text))
    this.begun(of.id)
    const change = () => changeStory(db, of, { id, text, at: clock() })
    return (await this.#quotas.words.hold(of.owner, more, change)) ?? noSuch('story')
  }

  /** Deletes it with the earlier and later ones of its path. @throws {Failure} `not_found` */
  async remove(of: OwnedId, id: string): Promise<void> {
    if (!(await deleteStory(this.#options.db, of, id))) noSuch('story')
    this.begun(of.id)
    this.#rest(of.id)
  }

  /** How many stories are being made. */
  get running(): number {
    return this.#works.size
  }

  /** Resolves when no story is being made. */
  settled(): Promise<void> {
    return this.#works.settled()
  }

  /** Gives up what is being made. */
  async close(): Promise<void> {
    this.#closing.abort()
    for (const making of this.#making.values()) making.abort()
    await this.settled()
  }

  async #make(reply: EndedReply, context: ContextPart, stopped: AbortSignal): Promise<void> {
    const { db, clock, answers, log } = this.#options
    const { conversationId, owner, replyId, asked, requestId } = reply
    const of = { id: conversationId, owner }
    const read = !stopped.aborted && (await readToTell(db, of, { replyId, bytes: bytesToTell(context) }))
    if (!read) return
    const { story: before, said, erasures } = read
    const turns = turnsToTell(said, context)
    const through = turns.at(-1)?.id
    if (through === undefined) return
    const text = await makeStory(
      { before, turns },
      {
        ...{ answers, asked, log, requestId, stopped, shutdown: this.#closing.signal },
        mayGoOn: async () => !stopped.aborted && (await isTellable(db, of, erasures)),
      },
    )
    if (text === null || stopped.aborted) return
    const story = { id: randomUUID(), through, text, at: clock(), erasures, from: before }
    if (await insertStory(db, of, story)) this.#quotas.words.add(owner, bytesOf(text))
  }

  #rest(conversationId: string) {
    this.#resting.set(conversationId, RESTS)
  }

  /** Counts a reply. */
  #rests(conversationId: string): boolean {
    const left = (this.#resting.get(conversationId) ?? 1) - 1
    if (left > 0) this.#resting.set(conversationId, left)
    else this.#resting.delete(conversationId)
    return left > 0
  }
}
