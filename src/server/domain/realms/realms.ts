import { randomUUID } from 'node:crypto'
import { limits } from '../../../shared/common/limits.ts'
import type { NewRealm, RealmChanges, RealmListQuery } from '../../../shared/realms/realm-changes.ts'
import type { RealmDetail, RealmPage } from '../../../shared/realms/realms.ts'
import {
  type InvitationOutcome,
  inviteAgent,
  isInvited,
  listRunningOf,
  removeAgent,
} from '../../db/realms/realm-agents.ts'
import { findRealmDetail } from '../../db/realms/realm-detail.ts'
import {
  listRealms,
  listRealmsOf,
  OWN_REALMS,
  REALMS,
  type StoredRealmPage,
} from '../../db/realms/realm-lists.ts'
import {
  deletableRealms,
  findMembership,
  insertRealm,
  removeParticipant,
  updateRealm,
} from '../../db/realms/realms.ts'
import { listWaitingAnswers } from '../../db/realms/waiting-answers.ts'
import type { Reads } from '../../db/replicas/replica-reads.ts'
import { Failure } from '../failure.ts'
import { noQuotas } from '../quotas/quotas.ts'
import { readCursor } from '../read-cursor.ts'
import { UndoableDeletes } from '../undoable-deletes.ts'
import {
  invitationRefusals,
  membershipIn,
  openRealm,
  realmNotFound,
  refuseMissing,
  requireCreator,
} from './find-there.ts'
import type { RealmLogOptions } from './realm-log.ts'

interface RealmsOptions extends RealmLogOptions {
  /** For what everybody sees of realms. */
  reads?: Reads
  here: (realmId: string) => number
  /** @throws {Failure} why an agent is not there */
  refuseAgent: (agentId: string) => Promise<never>
  /** A realm that lists had is in none any more. */
  onUnlisted?: () => void
}

/** Realms (decisions 21, 22). Methods that take an id may throw a {Failure} `not_found`, also for a deleted realm. */
export class Realms {
  readonly #options: RealmsOptions
  readonly #reads: Reads
  readonly #deletes: UndoableDeletes

  constructor(options: RealmsOptions) {
    const { db, clock } = options
    this.#options = options
    this.#reads = options.reads ?? (() => db)
    this.#deletes = new UndoableDeletes({ db, clock, rows: deletableRealms, what: 'the realm is deleted' })
  }

  /** Lists listed realms, newest first. @throws {Failure} `cursor_invalid` */
  async list({ query, maker, cursor, limit = limits.listPage }: RealmListQuery): Promise<RealmPage> {
    const request = { query, maker, limit, after: readCursor(REALMS, cursor) }
    return this.#countHere(await listRealms(this.#reads('realms'), request))
  }

  /** Lists also unlisted realms, newest first. @throws {Failure} `cursor_invalid` */
  async listOf(
    wallet: string,
    { query, cursor, limit = limits.listPage }: RealmListQuery,
  ): Promise<RealmPage> {
    const request = { query, limit, after: readCursor(OWN_REALMS, cursor) }
    return this.#countHere(await listRealmsOf(this.#options.db, wallet, request))
  }

  /** @param wallet who reads; rooms read for everybody. @throws {Failure} `taken_down` */
  open(id: string, wallet: string | null = null): Promise<RealmDetail> {
    return openRealm(this.#options.db, id, this.#options.clock(), wallet)
  }

  /** Like `open`; what visitors see may be a moment old, unless it is not there. @throws {Failure} `taken_down` */
  async show(id: string, wallet: string | null): Promise<RealmDetail> {
    const shown =
      wallet === null && (await findRealmDetail(this.#reads('realm_page'), id, this.#options.clock(), null))
    return shown || this.open(id, wallet)
  }

  /** A repeated request gets the existing realm. @throws {Failure} `conflict` for a taken id, `quota_reached`, `too_new` */
  async create(creator: string, wanted: NewRealm): Promise<{ realm: RealmDetail; created: boolean }> {
    const { db, clock, feed, quotas = noQuotas, newWallets } = this.#options
    const { name, description, unlisted = false } = wanted
    // Rooms are found by ids in lower case, as they are stored; some clients make them in upper case.
    const id = (wanted.id ?? randomUUID()).toLowerCase()
    const isTheirs = async () => {
      const stored = await findMembership(db, id, creator)
      return stored?.createdBy === creator && !stored.deletedAt
    }
    const insert = async () => {
      const made = { id, name, description, unlisted, createdBy: creator, participants: [creator] }
      return insertRealm(db, { ...made, createdAt: clock() })
    }
    const once = {
      kept: (isMade: boolean) => isMade,
      before: async () => ((await isTheirs()) ? false : null),
    }
    const within = () => quotas.realms.hold(creator, 1, insert, once)
    const created = await (newWallets ? newWallets.hold(creator, 'realms', within, once) : within())
    // Clients that looked for it too early are notified.
    if (created) feed.detailChanged(id)
    else if (!(await isTheirs()))
      throw new Failure('conflict', 'There is already a realm with this id.', {
        errors: { id: 'This id is taken.' },
      })
    return { realm: await this.open(id, creator), created }
  }

  /** @throws {Failure} `forbidden` for everyone but the creator */
  async change(id: string, wallet: string, changes: RealmChanges): Promise<RealmDetail> {
    if (!(await updateRealm(this.#options.db, id, wallet, changes))) await this.#refuse(id, wallet)
    if (changes.unlisted) this.#options.onUnlisted?.()
    this.#options.feed.detailChanged(id)
    return this.open(id, wallet)
  }

  /** Also stops what runs in it. For ten seconds it can be restored. @throws {Failure} `forbidden` */
  async remove(id: string, wallet: string): Promise<void> {
    // Hidden first, so that nothing more can be said in it that would have to be stopped.
    if (!(await this.#deletes.mark({ id, owner: wallet }))) await this.#refuse(id, wallet)
    this.#options.onUnlisted?.()
    this.#options.feed.gone(id)
    await this.#options.turns.stopIn(id)
  }

  /** A realm that is not deleted stays unchanged. @throws {Failure} `forbidden` or `undo_expired` */
  async restore(id: string, wallet: string): Promise<RealmDetail> {
    const { db, feed, turns } = this.#options
    if ((await this.#deletes.restore({ id, owner: wallet })) === 'restored') {
      feed.detailChanged(id)
      // Messages from just before the deletion wait for the director.
      turns.wake(id)
    } else await requireCreator(db, id, wallet)
    return this.open(id, wallet)
  }

  /** Keeps its messages. Has no effect on a wallet that is no participant. */
  async leave(id: string, wallet: string): Promise<void> {
    const { db, feed } = this.#options
    if (await removeParticipant(db, id, wallet)) feed.detailChanged(id)
    else await membershipIn(db, id, wallet)
  }

  /**
   * Keeps one that is in the realm already.
   * @throws {Failure} `not_participant`, `muted`, `banned`, `not_found`, `forbidden`, `conflict` if dormant or a taken name,
   * `realm_full`, `too_new`
   */
  async invite(id: string, agentId: string, wallet: string): Promise<RealmDetail> {
    const { db, clock, feed, newWallets } = this.#options
    const invite = () => inviteAgent(db, { realmId: id, agentId, wallet, at: clock() })
    const once = {
      kept: (outcome: InvitationOutcome) => outcome === 'invited',
      before: async () => ((await isInvited(db, id, agentId)) ? invite() : null),
    }
    const outcome = await (newWallets ? newWallets.hold(wallet, 'invitations', invite, once) : invite())
    if (outcome === 'invited') feed.detailChanged(id)
    else if (outcome === 'realm_missing') await refuseMissing(db, id)
    else if (outcome === 'agent_missing') await this.#options.refuseAgent(agentId)
    else if (outcome !== 'there') throw invitationRefusals[outcome]()
    return this.open(id, wallet)
  }

  /** Serves the wallet that invited the agent, its owner and the realm's creator. @throws {Failure} `forbidden` */
  async dismiss(id: string, agentId: string, wallet: string): Promise<RealmDetail> {
    const { db, feed, turns } = this.#options
    if (await removeAgent(db, { realmId: id, agentId, wallet })) {
      feed.detailChanged(id)
      const running = await listRunningOf(db, id, agentId)
      const waiting = await listWaitingAnswers(db, id, agentId)
      await Promise.all([...running, ...waiting].map((messageId) => turns.stop(id, messageId)))
      return this.open(id, wallet)
    }
    await membershipIn(db, id, wallet)
    if (await isInvited(db, id, agentId))
      throw new Failure(
        'forbidden',
        'Only the person who invited this agent, its owner and the realm’s creator can remove it.',
      )
    return this.open(id, wallet)
  }

  /** Removes realms deleted more than an hour ago; to be called every few minutes. */
  sweepDeleted(): Promise<void> {
    return this.#deletes.sweep()
  }

  /** @throws why a change by this wallet found no realm */
  async #refuse(id: string, wallet: string): Promise<never> {
    await requireCreator(this.#options.db, id, wallet)
    // It was restored in between.
    throw realmNotFound()
  }

  #countHere(page: StoredRealmPage): RealmPage {
    return { ...page, realms: page.realms.map((realm) => ({ ...realm, here: this.#options.here(realm.id) })) }
  }
}
