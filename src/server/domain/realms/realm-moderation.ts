import type {
  KeptOut,
  KeptOutKind,
  RealmModeration as Moderation,
} from '../../../shared/realms/moderation.ts'
import { type HeldMessages, toldToAll } from '../../../shared/realms/realm-messages.ts'
import { trustLimits } from '../../../shared/trust/trust-limits.ts'
import { letThrough, listHeld } from '../../db/realms/held-messages.ts'
import {
  deleteKeptOut,
  listBrought,
  listKeptOut,
  type StoredKeptOut,
  storeKeptOut,
} from '../../db/realms/kept-out.ts'
import { listRunningOf, removeAgent } from '../../db/realms/realm-agents.ts'
import { findMessage } from '../../db/realms/realm-messages.ts'
import { findHeldWords, removeParticipant } from '../../db/realms/realms.ts'
import { listWaitingAnswers } from '../../db/realms/waiting-answers.ts'
import { Failure, noSuch } from '../failure.ts'
import { membershipIn, requireCreator } from './find-there.ts'
import type { RealmLogOptions } from './realm-log.ts'
import { endAfter } from './until-when.ts'

/** What a realm's creator does about people and messages (record 0112). Methods may throw a {Failure} `not_found`. */
export class RealmModeration {
  readonly #options: Pick<RealmLogOptions, 'db' | 'clock' | 'feed' | 'turns'>

  constructor(options: Pick<RealmLogOptions, 'db' | 'clock' | 'feed' | 'turns'>) {
    this.#options = options
  }

  /** Who may not speak or be in a realm now, for rooms. Nobody else gets it. */
  async keptOut(id: string): Promise<{ mutes: StoredKeptOut[]; bans: StoredKeptOut[] }> {
    const { db, clock } = this.#options
    const now = clock()
    return { mutes: await listKeptOut(db, id, 'mutes', now), bans: await listKeptOut(db, id, 'bans', now) }
  }

  /** Whether messages with certain words wait for the creator, for rooms. */
  async holdsWords(id: string): Promise<boolean> {
    return (await findHeldWords(this.#options.db, id)).length > 0
  }

  /** @throws {Failure} `forbidden` for everyone but the creator */
  async of(id: string, wallet: string): Promise<Moderation> {
    await requireCreator(this.#options.db, id, wallet)
    const { mutes, bans } = await this.keptOut(id)
    const heldWords = await findHeldWords(this.#options.db, id)
    return { mutes: mutes.map(present), bans: bans.map(present), heldWords }
  }

  /**
   * @param hours until it ends by itself; undefined for until it is lifted
   * @throws {Failure} `forbidden` for everyone but the creator, `conflict` for the creator's own wallet, `quota_reached`
   */
  async mute(id: string, creator: string, wallet: string, hours?: number): Promise<void> {
    await requireCreator(this.#options.db, id, creator)
    if (wallet === creator) throw new Failure('conflict', 'The creator of a realm can always speak in it.')
    const until = await this.#keepOut(id, creator, { wallet, kind: 'mutes', hours })
    if (until) this.#options.feed.muted(id, wallet, until)
  }

  async unmute(id: string, creator: string, wallet: string): Promise<void> {
    if (await this.#letBack(id, creator, { wallet, kind: 'mutes' }))
      this.#options.feed.muted(id, wallet, null)
  }

  /**
   * The wallet leaves the realm with the agents that it brought, and so do its own that others brought.
   * @throws {Failure} as `mute`
   */
  async ban(id: string, creator: string, wallet: string, hours?: number): Promise<void> {
    await requireCreator(this.#options.db, id, creator)
    if (wallet === creator) throw new Failure('conflict', 'The creator of a realm can’t be banned from it.')
    const until = await this.#keepOut(id, creator, { wallet, kind: 'bans', hours })
    if (!until) return
    const { db, feed, turns } = this.#options
    await removeParticipant(db, id, wallet)
    feed.banned(id, wallet, until)
    for (const agentId of await listBrought(db, id, wallet)) {
      await removeAgent(db, { realmId: id, agentId, wallet: creator })
      const open = [...(await listRunningOf(db, id, agentId)), ...(await listWaitingAnswers(db, id, agentId))]
      await Promise.all(open.map((messageId) => turns.stop(id, messageId)))
    }
    feed.detailChanged(id)
  }

  async lift(id: string, creator: string, wallet: string): Promise<void> {
    if (await this.#letBack(id, creator, { wallet, kind: 'bans' }))
      this.#options.feed.banned(id, wallet, null)
  }

  /** Takes somebody out of the participants, who may join again. @throws {Failure} `forbidden`, `conflict` */
  async removePerson(id: string, creator: string, wallet: string): Promise<void> {
    const { db, feed } = this.#options
    await requireCreator(db, id, creator)
    if (wallet === creator) throw new Failure('conflict', 'The creator of a realm always takes part in it.')
    if (await removeParticipant(db, id, wallet)) feed.detailChanged(id)
  }

  /** Messages that wait for the creator, whole: all for the creator, a wallet's own for that wallet. */
  async held(id: string, wallet: string, after = 0): Promise<HeldMessages> {
    const { db } = this.#options
    await membershipIn(db, id, wallet)
    const limit = trustLimits.heldMessagePage
    const ids = await listHeld(db, { realmId: id, wallet, after, limit: limit + 1 })
    const found = await Promise.all(ids.slice(0, limit).map((held) => findMessage(db, id, held)))
    return {
      messages: found.flatMap((held) => (held?.message.withheld ? [held.message] : [])),
      hasMore: ids.length > limit,
    }
  }

  /** Everybody gets the message, and agents answer it. One that is through already stays. @throws {Failure} `forbidden` */
  async letThrough(id: string, messageId: string, creator: string): Promise<void> {
    const { db, clock, feed, turns } = this.#options
    await requireCreator(db, id, creator)
    const passed = await letThrough(db, { realmId: id, id: messageId, by: creator, at: clock() })
    const found = await findMessage(db, id, messageId)
    if (!found) noSuch('message')
    if (!passed) return
    feed.changed(id, [toldToAll(found.message)])
    feed.held(id, found.message.author)
    feed.detailChanged(id)
    if (passed.wakes) turns.wake(id)
  }

  /** @returns until when; null if there is no such realm any more */
  async #keepOut(
    realmId: string,
    creator: string,
    { wallet, kind, hours }: { wallet: string; kind: KeptOutKind; hours: number | undefined },
  ): Promise<{ until: Date | null } | null> {
    const { db, clock } = this.#options
    const at = clock()
    const until = endAfter(hours, at)
    const stored = await storeKeptOut(db, { realmId, creator, wallet, kind, until, at })
    if (stored === 'full')
      throw new Failure(
        'quota_reached',
        `A realm can have ${trustLimits.realmKeptOut.toLocaleString('en-US')} of them. Lift one first.`,
      )
    return stored === 'stored' ? { until } : null
  }

  async #letBack(
    realmId: string,
    creator: string,
    of: { wallet: string; kind: KeptOutKind },
  ): Promise<boolean> {
    const { db } = this.#options
    await requireCreator(db, realmId, creator)
    return deleteKeptOut(db, { realmId, creator, ...of })
  }
}

function present({ wallet, name, until }: StoredKeptOut): KeptOut {
  return { wallet, name, until: until?.toISOString() ?? null }
}
