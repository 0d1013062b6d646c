import { isDeepStrictEqual } from 'node:util'
import { looksOf } from '../../../shared/text/look-alike.ts'
import type { CaseSource } from '../../../shared/trust/desk.ts'
import type { LooksLike } from '../../../shared/trust/looks-like.ts'
import type { Subject } from '../../../shared/trust/reports.ts'
import { Pacer } from '../../base/pacer.ts'
import type { Db } from '../../db/connect/connect.ts'
import { findKnownAgent, findKnownPerson, findNear } from '../../db/trust/find-alike.ts'
import {
  fillAgentLooks,
  type LookedAtAgent,
  listDueLooks,
  listWithoutLooks,
  readLookedAt,
  readLookedAtPerson,
  settleDeletedLooks,
  storeAgentLooks,
  storePersonLooks,
  wasAtDesk,
} from '../../db/trust/looks.ts'
import { throwFailed } from '../work-on-each.ts'
import type { Cases } from './cases.ts'
import { bandsOf, NEARLY_SAME, runsOf, sameness } from './near-copies.ts'
import type { SeenThings } from './seen.ts'

/** A mark is looked at again after this time, in milliseconds: the other may have another name by then, or be gone. */
const MARK_STAYS_MS = 24 * 3_600_000

/** What is older when it is first looked at was there before names were compared, and is no news for the desk. */
const NEWS_MS = 3_600_000

/** Of a case that nobody reported. */
const WEIGHT = 1

interface LookAlikesOptions {
  db: Db
  clock: () => Date
  /** Wallets whose agents are known, however few talk with them: the place's own and its operators'. */
  hosts: readonly string[]
  cases: Pick<Cases, 'open'>
  things: Pick<SeenThings, 'see'>
}

/**
 * Names that are taken for well-known ones, and agents that are nearly those of others. Both are allowed: whose they are is
 * shown, and the desk is told.
 */
export class LookAlikes {
  readonly #options: LookAlikesOptions

  constructor(options: LookAlikesOptions) {
    this.#options = options
  }

  /**
   * Looks at an agent that was made, changed or published. Its own wallet's names never count.
   * @param isPublished whether everybody finds it from now on
   * @returns whom its name is taken for
   */
  async lookAtAgent(id: string, isPublished = false): Promise<LooksLike | null> {
    const [agent] = await readLookedAt(this.#options.db, [id])
    return agent ? this.#lookAt(agent, { isPublished, isNews: true }) : null
  }

  /** Looks at a person's name that was chosen. */
  async lookAtPerson(address: string): Promise<LooksLike | null> {
    const { db, clock } = this.#options
    const person = await readLookedAtPerson(db, address)
    if (!person) return null
    const looks = person.name === null ? [] : looksOf(person.name)
    const isAsked = person.marked || !isDeepStrictEqual(looks, person.looks)
    const like = isAsked ? await this.#known(looks, address) : null
    await storePersonLooks(db, address, { looks, marked: like !== null, lookedAt: clock() })
    if (like) await this.#tellDesk({ kind: 'person', subject: address }, address, 'looks_like', like.id)
    return like
  }

  /** Whom the name of a marked agent is taken for now. */
  async ofAgent(id: string): Promise<LooksLike | null> {
    const [agent] = await readLookedAt(this.#options.db, [id])
    return agent ? this.#known(agent.looks, agent.owner) : null
  }

  async ofPerson(address: string): Promise<LooksLike | null> {
    const person = await readLookedAtPerson(this.#options.db, address)
    return person?.marked ? this.#known(person.looks, address) : null
  }

  /**
   * Looks at what nobody has looked at yet, and again at what is marked; to be called every few minutes. It rests, since
   * after an upgrade that is everything, and people wait behind it on the one connection of an embedded database. Rejects
   * once all were tried.
   */
  async sweep(): Promise<void> {
    const { db, clock } = this.#options
    const now = clock().getTime()
    const pacer = new Pacer()
    const failed = new Map<string, unknown>()
    const attempt = async (id: string, work: () => Promise<unknown>) => {
      await work().catch((error: unknown) => failed.set(id, error))
      await pacer.rest()
    }
    await this.#fillLooks(failed, attempt)
    let more = true
    while (more) {
      const due = await listDueLooks(db, new Date(now - MARK_STAYS_MS), [...failed.keys()])
      const found = await readLookedAt(db, due.agents)
      for (const agent of found) {
        const isNews = agent.createdAt.getTime() > now - NEWS_MS || agent.lookedAt !== null
        await attempt(agent.id, () => this.#lookAt(agent, { isPublished: false, isNews }))
      }
      await settleDeletedLooks(db, due.agents)
      for (const address of due.people) await attempt(address, () => this.lookAtPerson(address))
      more = due.more
    }
    throwFailed(failed)
  }

  /** Before anything is compared, so that the known ones are among what is. */
  async #fillLooks(
    failed: ReadonlyMap<string, unknown>,
    attempt: (id: string, work: () => Promise<unknown>) => Promise<void>,
  ): Promise<void> {
    const { db } = this.#options
    for (;;) {
      const without = await listWithoutLooks(db, [...failed.keys()])
      if (without.length === 0) return
      for (const agent of without)
        await attempt(agent.id, async () => {
          const { looks, bands } = measured(agent)
          await fillAgentLooks(db, agent.id, { looks, bands })
        })
    }
  }

  async #lookAt(
    agent: LookedAtAgent,
    { isPublished, isNews }: { isPublished: boolean; isNews: boolean },
  ): Promise<LooksLike | null> {
    const { db, clock } = this.#options
    const { id, owner, isListed } = agent
    const { looks, runs, bands } = measured(agent)
    // Whoever had the name first is asked about nothing when another becomes known by it.
    const isFirst = isPublished || agent.lookedAt === null
    const isAsked = isFirst || agent.marked || !isDeepStrictEqual(looks, agent.looks)
    const like = isAsked ? await this.#known(looks, owner) : null
    // Stored first, so that of two copies that are published at once one finds the other.
    await storeAgentLooks(db, id, { looks, bands, marked: like !== null, lookedAt: clock() })
    if (!isListed || !isNews) return like
    const subject = { kind: 'agent', subject: id } as const
    if (like) await this.#tellDesk(subject, owner, 'looks_like', like.id)
    const isOther = isFirst || !isDeepStrictEqual(bands, agent.bands)
    const near = isOther ? await this.#nearest(agent, bands, runs) : undefined
    if (near) await this.#tellDesk(subject, owner, 'near_copy', near)
    return like
  }

  async #known(looks: readonly string[], wallet: string): Promise<LooksLike | null> {
    if (looks.length === 0) return null
    const { db, hosts } = this.#options
    const wanted = { looks, wallet, hosts }
    return (await findKnownAgent(db, wanted)) ?? (await findKnownPerson(db, wanted))
  }

  /** What a duplicate was made of, with its owner's leave, is beside it anyway; what was taken down is told always. */
  async #nearest(
    { id, owner, parentId }: LookedAtAgent,
    bands: readonly number[],
    runs: ReadonlySet<number>,
  ): Promise<string | undefined> {
    const { db } = this.#options
    const near = await readLookedAt(db, await findNear(db, { bands, wallet: owner, agentId: id }))
    const others = near.filter(
      (one) => one.isDown || (one.id !== parentId && (parentId === null || one.parentId !== parentId)),
    )
    const [most] = others
      .map(({ id, isDown, texts, name }) => ({ id, isDown, same: sameness(runs, runsOf(texts, name)) }))
      .filter(({ same }) => same >= NEARLY_SAME)
      .toSorted((one, other) => Number(other.isDown) - Number(one.isDown) || other.same - one.same)
    return most?.id
  }

  async #tellDesk(subject: Subject, maker: string, source: CaseSource, beside: string): Promise<void> {
    const { db, clock, cases, things } = this.#options
    if (await wasAtDesk(db, { ...subject, source, beside })) return
    const seen = await things.see(subject, 'operator')
    if (seen) await cases.open(db, { ...subject, source, weight: WEIGHT, maker, seen, beside, at: clock() })
  }
}

function measured({ name, handle, texts }: Pick<LookedAtAgent, 'name' | 'handle' | 'texts'>) {
  const looks = [...new Set([name, ...(handle === null ? [] : [handle])].flatMap(looksOf))]
  const runs = runsOf(texts, name)
  return { looks, runs, bands: bandsOf(runs) }
}
