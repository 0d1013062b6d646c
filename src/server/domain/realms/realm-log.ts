import { setTimeout as wait } from 'node:timers/promises'
import { limits } from '../../../shared/common/limits.ts'
import {
  isUnsettled,
  type NewRealmMessage,
  type RealmMessage,
  type RealmMessagePage,
  type RealmMessagesQuery,
  toldToAll,
} from '../../../shared/realms/realm-messages.ts'
import type { PlacedCall } from '../../../shared/tools/told-call.ts'
import type { Db } from '../../db/connect/connect.ts'
import { insertLookedAt } from '../../db/realms/held-messages.ts'
import { findKeptOut } from '../../db/realms/kept-out.ts'
import {
  findMessage,
  findVersions,
  listChanges,
  listMessages,
  type RealmMessageChanges,
} from '../../db/realms/realm-messages.ts'
import { readOwnCalls } from '../../db/realms/waiting-answers.ts'
import { emptyMessage, insertWord, type NewWord } from '../../db/realms/write-realm-messages.ts'
import { Failure, noSuch } from '../failure.ts'
import type { NewWallets } from '../quotas/new-wallets.ts'
import { bytesOf, noQuotas, type Quotas } from '../quotas/quotas.ts'
import { takenDown } from '../taken-down.ts'
import type { Turns } from '../turns/schedule-turns.ts'
import { membershipIn, notParticipant, realmNotFound, refuseMissing } from './find-there.ts'
import { lookAtWord, tooSoon } from './look-at-word.ts'
import type { RealmFeed } from './realm-feed.ts'
import { bannedHere, mutedHere } from './until-when.ts'

/** For an answer that another server has to stop. */
const LOOKS = 20
const LOOK_MS = 100

export interface RealmLogOptions {
  db: Db
  clock: () => Date
  feed: RealmFeed
  turns: Pick<Turns, 'wake' | 'stop' | 'stopIn'>
  quotas?: Quotas
  newWallets?: Pick<NewWallets, 'hold'>
}

type StoredOnce = { message: RealmMessage; sent: boolean }

/** What is said in realms (decisions 21, 22). Methods may throw a {Failure} `not_found`, also for a deleted realm. */
export class RealmLog {
  readonly #options: RealmLogOptions
  readonly #db: Db

  constructor(options: RealmLogOptions) {
    this.#options = options
    this.#db = options.db
  }

  /** Lists the oldest first; running answers with the text stored so far. */
  async messages(
    id: string,
    query: RealmMessagesQuery,
    wallet: string | null = null,
  ): Promise<RealmMessagePage> {
    const { before, after, limit = limits.realmMessagePage } = query
    const page = await listMessages(this.#db, id, { before, after, limit }, wallet)
    return page ?? refuseMissing(this.#db, id)
  }

  /** Lists changes in order of version. `more` is set if the limit cut them. */
  async changesAfter(id: string, version: number, limit: number): Promise<RealmMessageChanges> {
    const changes = await listChanges(this.#db, id, version, limit)
    if (!changes) throw realmNotFound()
    return changes
  }

  versions(ids: readonly string[]): Promise<Map<string, number>> {
    return findVersions(this.#db, ids)
  }

  /**
   * A repeated request of the same author gets the stored message.
   * @throws {Failure} `muted`, `banned`, `slow_mode`, `conflict` for another author's id, `validation_failed` at `replyTo`,
   * `quota_reached`, `too_new`
   */
  async send(
    realmId: string,
    author: string,
    { id, content, replyTo = null }: NewRealmMessage,
  ): Promise<StoredOnce> {
    const { clock, quotas = noQuotas, newWallets } = this.#options
    const word = { kind: 'said' as const, realmId, id, author, content, replyTo, createdAt: clock() }
    const once = { kept: ({ sent }: StoredOnce) => sent, before: () => this.#putBefore(word) }
    const within = () => quotas.words.hold(author, bytesOf(content), () => this.#put(word), once)
    return newWallets ? newWallets.hold(author, 'messages', within, once) : within()
  }

  /**
   * Adds a line that the director treats like a person's message. A repeated id gets the same line.
   * @throws {Failure} `not_participant`, `muted`, `conflict` if no cap on turns holds the agents back
   */
  async goOn(realmId: string, author: string, id: string): Promise<RealmMessage> {
    const createdAt = this.#options.clock()
    const line = { kind: 'go-on' as const, realmId, id, author, content: '', replyTo: null, createdAt }
    return (await this.#put(line)).message
  }

  /**
   * Serves the author and the realm's creator; an answer that runs or waits is stopped first.
   * @throws {Failure} `forbidden`, or `reply_running` for an answer that another server has not stopped yet
   */
  async removeMessage(realmId: string, id: string, wallet: string): Promise<RealmMessage> {
    const { clock, feed } = this.#options
    if (isUnsettled(await this.#stopped(realmId, id, wallet)))
      throw new Failure('reply_running', 'This is still being written. Try again in a moment.')
    const emptied = await emptyMessage(this.#db, { realmId, id, by: wallet, at: clock() })
    // As it is now, whoever emptied it.
    const message = await this.#findOwn(realmId, id, wallet)
    if (emptied) feed.changed(realmId, [toldToAll(message)])
    if (emptied && message.withheld) feed.held(realmId, message.author)
    return message
  }

  /** Serves the wallet that started the answer, and the realm's creator. @throws {Failure} `forbidden` */
  async stopAnswer(realmId: string, id: string, wallet: string): Promise<void> {
    if (isUnsettled(await this.#findOwn(realmId, id, wallet))) await this.#options.turns.stop(realmId, id)
  }

  /** The calls of an answer, whole; only the wallet that started it may read them. @throws {Failure} `forbidden` */
  async ownCalls(realmId: string, id: string, wallet: string): Promise<PlacedCall[]> {
    await membershipIn(this.#db, realmId, wallet)
    const calls = await readOwnCalls(this.#db, { conversationId: realmId, replyId: id }, wallet)
    if (calls) return calls
    if (!(await findMessage(this.#db, realmId, id))) noSuch('message')
    throw new Failure('forbidden', 'This answer was begun by another wallet.')
  }

  /** Waits a while for the end, which another server may have to store. */
  async #stopped(realmId: string, id: string, wallet: string): Promise<RealmMessage> {
    let message = await this.#findOwn(realmId, id, wallet)
    if (!isUnsettled(message)) return message
    await this.#options.turns.stop(realmId, id)
    message = await this.#findOwn(realmId, id, wallet)
    for (let look = 0; isUnsettled(message) && look < LOOKS; look++) {
      await wait(LOOK_MS)
      message = await this.#findOwn(realmId, id, wallet)
    }
    return message
  }

  /** Stores a message once, even if it is sent repeatedly or concurrently. */
  async #put(word: NewWord): Promise<StoredOnce> {
    const { feed, turns } = this.#options
    const { realmId, author } = word
    let stored: Awaited<ReturnType<typeof insertLookedAt>> = null
    try {
      stored = await insertWord(this.#db, word)
      if (!stored) {
        const before = await this.#putBefore(word)
        if (before) return before
        stored = await insertLookedAt(this.#db, word, (facts) => lookAtWord(word, facts))
      }
    } catch (error) {
      return (await this.#putBefore(word)) ?? Promise.reject(error)
    }
    if (!stored) return (await this.#putBefore(word)) ?? this.#refuse(word)
    if ('wait' in stored) throw (await this.#standingProblem(word)) ?? tooSoon(stored.wait)
    feed.changed(realmId, [toldToAll(stored.message)])
    if (stored.message.withheld) feed.held(realmId, author)
    if (stored.changedRealm) feed.detailChanged(realmId)
    if (stored.awaitsDirector) turns.wake(realmId)
    return { message: stored.message, sent: true }
  }

  /** Finds it even if the wallet may no longer send. @throws {Failure} `conflict` if another wallet uses the id */
  async #putBefore({ realmId, id, kind, author }: NewWord): Promise<StoredOnce | null> {
    const found = await findMessage(this.#db, realmId, id)
    if (!found) return null
    const { message } = found
    if (message.kind === kind && message.author === author) return { message, sent: false }
    throw new Failure('conflict', 'There is already a message with this id.', {
      errors: { id: 'This id is taken.' },
    })
  }

  /** Why its author may not speak in the realm at all, if that is so. */
  async #standingProblem({ realmId, author, createdAt }: NewWord): Promise<Failure | null> {
    const of = { realmId, wallet: author, now: createdAt }
    const ban = await findKeptOut(this.#db, { ...of, kind: 'bans' })
    if (ban) return bannedHere(ban)
    const mute = await findKeptOut(this.#db, { ...of, kind: 'mutes' })
    return mute && mutedHere(mute)
  }

  async #refuse(word: NewWord): Promise<never> {
    const { realmId, kind, author, replyTo } = word
    const { participates, lastMessage, moderation } = await membershipIn(this.#db, realmId, author)
    if (moderation === 'down') throw takenDown('realm')
    const standing = await this.#standingProblem(word)
    if (standing?.code === 'banned') throw standing
    if (kind === 'go-on' && !participates) throw notParticipant()
    if (kind === 'go-on' && !standing)
      throw new Failure('conflict', 'The agents of this realm are not waiting for a limit.')
    if (replyTo !== null && replyTo > lastMessage) {
      const problem = 'This realm has no message with this number.'
      throw new Failure('validation_failed', problem, { errors: { replyTo: problem } })
    }
    throw standing ?? mutedHere({ until: null })
  }

  /** A message that this wallet may remove or stop. @throws {Failure} `not_found` or `forbidden` */
  async #findOwn(realmId: string, id: string, wallet: string): Promise<RealmMessage> {
    const found = await findMessage(this.#db, realmId, id)
    if (!found) {
      const { moderation } = await membershipIn(this.#db, realmId, wallet)
      if (moderation === 'down') throw takenDown('realm')
      noSuch('message')
    }
    if (found.message.author !== wallet && found.createdBy !== wallet)
      throw new Failure('forbidden', 'This message belongs to another wallet.')
    return found.message
  }
}
