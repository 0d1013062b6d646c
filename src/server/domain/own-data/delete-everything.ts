import { UNDO_DELETE_MS } from '../../../shared/common/limits.ts'
import type { DeletedEverything } from '../../../shared/own-data/own-data.ts'
import { toldToAll } from '../../../shared/realms/realm-messages.ts'
import { NOBODY } from '../../../shared/realms/realms.ts'
import type { Logger } from '../../base/log.ts'
import type { Db } from '../../db/connect/connect.ts'
import { listDeletions, markEverything, restoreEverything } from '../../db/own-data/delete-everything.ts'
import {
  emptyWords,
  findWordsInRealm,
  type LeavingWallet,
  listRealmsOfLeaving,
  markAbandoned,
} from '../../db/own-data/empty-words.ts'
import { removeFromLineage } from '../../db/own-data/own-lineage.ts'
import { endDeletion, settleDeletion } from '../../db/own-data/settle-deletion.ts'
import { listRunningElsewhere, type RunningElsewhere, removeTraces } from '../../db/own-data/traces.ts'
import { letThrough, listLeftHeld } from '../../db/realms/held-messages.ts'
import { findMessage, listChanges } from '../../db/realms/realm-messages.ts'
import type { RealmFeed } from '../realms/realm-feed.ts'
import { tellRealmsWith } from '../realms/tell-realms-with.ts'
import { undoExpired } from '../undoable-deletes.ts'

const WORDS_AT_ONCE = 200

/** In milliseconds, so that the time for undoing has certainly passed. */
const SETTLE_MARGIN_MS = 250

interface EverythingDeletesOptions {
  db: Db
  clock: () => Date
  log: Logger
  feed: Pick<RealmFeed, 'changed' | 'detailChanged' | 'gone' | 'held'>
  stop: {
    conversations: (ids: readonly string[]) => Promise<void>
    runs: (ids: readonly string[]) => Promise<void>
    realm: (id: string) => Promise<void>
    answer: (realmId: string, id: string) => Promise<void>
  }
  wakeRealm: (id: string) => void
  onSessionsEnded: (ids: readonly string[]) => void
  forget: (wallet: string) => void
  /** What lists had of the wallet is in none any more. */
  onUnlisted: () => void
}

/**
 * Deletes everything of a wallet (record 0044): hidden at once, final after ten seconds, then swept. A realm in which
 * others spoke stays without its creator. The wallet's messages in realms, the answers to them and those of its agents
 * are emptied, and what others have no longer names it.
 */
export class EverythingDeletes {
  readonly #options: EverythingDeletesOptions
  readonly #timers = new Set<NodeJS.Timeout>()

  constructor(options: EverythingDeletesOptions) {
    this.#options = options
  }

  async remove(wallet: string): Promise<DeletedEverything> {
    const { clock, db, feed, stop } = this.#options
    const deletedAt = clock()
    const marked = await markEverything(db, wallet, deletedAt)
    this.#options.onUnlisted()
    for (const id of marked.realms) feed.gone(id)
    await tellRealmsWith(this.#options, marked.agents)
    await stop.conversations(marked.conversations)
    await stop.runs(marked.runs)
    for (const id of marked.realms) await stop.realm(id)
    await this.#stopElsewhere(marked.elsewhere)
    this.#settleLater()
    return { deletedAt: deletedAt.toISOString() }
  }

  /** Undoes the `remove` of this time. @throws {Failure} `undo_expired` */
  async restore(wallet: string, deletedAt: Date): Promise<void> {
    const { db, feed } = this.#options
    const restored = await restoreEverything(db, { wallet, deletedAt, earliest: this.#earliest() })
    if (!restored) undoExpired('everything is deleted')
    for (const id of restored.realms) {
      feed.detailChanged(id)
      this.#options.wakeRealm(id)
    }
    await tellRealmsWith(this.#options, restored.agents)
  }

  /** Makes deletions final after ten seconds or, if a server ended before, at a sweep. Rejects once all were tried. */
  async settle(): Promise<void> {
    const { db } = this.#options
    const failed: unknown[] = []
    for (const wallet of await listDeletions(db, this.#earliest()))
      await this.#settleOne(wallet).catch((error: unknown) => failed.push(error))
    if (failed.length > 0) throw failed[0]
  }

  /** A sweep of any running server completes the deletions. */
  close(): void {
    for (const timer of this.#timers) clearTimeout(timer)
  }

  #earliest() {
    const { clock } = this.#options
    return new Date(clock().getTime() - UNDO_DELETE_MS)
  }

  /** Runs of others go on without the agents that are gone. */
  async #stopElsewhere({ conversations, answers }: RunningElsewhere): Promise<void> {
    const { stop } = this.#options
    await stop.conversations(conversations)
    for (const { realmId, id } of answers) await stop.answer(realmId, id)
  }

  async #emptyRealm(leaving: LeavingWallet, realmId: string): Promise<void> {
    const { db, clock, feed } = this.#options
    const words = await findWordsInRealm(db, leaving, realmId)
    for (let at = 0; at < words.numbers.length; at += WORDS_AT_ONCE) {
      const numbers = words.numbers.slice(at, at + WORDS_AT_ONCE)
      const after = await emptyWords(db, leaving, { ...words, numbers }, clock())
      const changes = after !== null && (await listChanges(db, realmId, after, WORDS_AT_ONCE))
      if (changes) feed.changed(realmId, changes.messages)
    }
  }

  /** Has everybody get what is held in realms whose creator is gone, since nobody else may look at it. */
  async #letThroughLeft(): Promise<void> {
    const { db, clock, feed } = this.#options
    for (;;) {
      const woken = new Set<string>()
      for (const { realmId, id } of await listLeftHeld(db, WORDS_AT_ONCE)) {
        const passed = await letThrough(db, { realmId, id, by: NOBODY, at: clock() })
        const found = passed && (await findMessage(db, realmId, id))
        if (!found) continue
        feed.changed(realmId, [toldToAll(found.message)])
        feed.held(realmId, found.message.author)
        woken.add(realmId)
      }
      if (woken.size === 0) return
      for (const realmId of woken) {
        feed.detailChanged(realmId)
        this.#options.wakeRealm(realmId)
      }
    }
  }

  async #settleOne(wallet: string): Promise<void> {
    const { db, clock, feed, forget, log } = this.#options
    const settled = await settleDeletion(db, { wallet, before: this.#earliest(), now: clock() })
    if (!settled) return
    if (settled.sessions.length > 0) this.#options.onSessionsEnded(settled.sessions)
    for (const realm of settled.realms) feed.detailChanged(realm)
    const { leaving } = settled
    const running = await listRunningElsewhere(db, leaving)
    await this.#stopElsewhere(running)
    const touched = await listRealmsOfLeaving(db, leaving)
    for (const realm of touched) await this.#emptyRealm(leaving, realm)
    for (const realm of await markAbandoned(db, touched, clock())) feed.gone(realm)
    await this.#letThroughLeft()
    await removeTraces(db, wallet, leaving.agents)
    await removeFromLineage(db, wallet, leaving.agents)
    forget(wallet)
    // What was running when this began is stored by now or soon.
    if (Object.values(running).some(({ length }) => length > 0)) return this.#settleLater()
    await endDeletion(db, leaving)
    log.info('everything of a wallet is deleted')
  }

  #settleLater(): void {
    const { log } = this.#options
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      this.settle().catch((error: unknown) => log.warn({ err: error }, 'a deletion waits for the next sweep'))
    }, UNDO_DELETE_MS + SETTLE_MARGIN_MS)
    timer.unref()
    this.#timers.add(timer)
  }
}
