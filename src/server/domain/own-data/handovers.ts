import { randomUUID } from 'node:crypto'
import { UNDO_DELETE_MS } from '../../../shared/common/limits.ts'
import {
  HANDOVER_MS,
  type Handover,
  type Handovers,
  type HandoverTerms,
} from '../../../shared/own-data/handovers.ts'
import type { Logger } from '../../base/log.ts'
import type { Db } from '../../db/connect/connect.ts'
import { measureSources } from '../../db/knowledge/measure-sources.ts'
import { moveAgent, moveEverything, type NotMoved } from '../../db/own-data/change-hands.ts'
import {
  deleteHandover,
  findHandover,
  listHandovers,
  type NamedHandover,
  storeHandover,
  sweepHandovers,
} from '../../db/own-data/handovers.ts'
import { measureAgent, measureWallet } from '../../db/own-data/measure-wallet.ts'
import type { Agents } from '../agents/agents.ts'
import { Failure } from '../failure.ts'
import type { Blocks } from '../people/blocks.ts'
import type { Quotas } from '../quotas/quotas.ts'
import type { RealmFeed } from '../realms/realm-feed.ts'
import { tellRealmsWith } from '../realms/tell-realms-with.ts'

interface HandoversOptions {
  db: Db
  clock: () => Date
  log: Logger
  agents: Pick<Agents, 'openOwned'>
  blocks: Pick<Blocks, 'blockedBy'>
  quotas: Quotas
  feed: Pick<RealmFeed, 'detailChanged'>
  onSessionsEnded: (ids: readonly string[]) => void
}

/**
 * Moves everything, or one agent, to another wallet (record 0044): the giver signs an offer, the taker signs within ten
 * minutes, and one transaction changes the owner. The callers check the signatures.
 */
export class HandoversOfWallets {
  readonly #options: HandoversOptions

  constructor(options: HandoversOptions) {
    this.#options = options
  }

  /** Without what is offered by people whom the wallet has blocked. They are not told. */
  async list(wallet: string): Promise<Handovers> {
    const { blocks, db } = this.#options
    const [stored, blocked] = await Promise.all([
      listHandovers(db, wallet, this.#openSince()),
      blocks.blockedBy(wallet),
    ])
    const offers = stored.map(present)
    return {
      given: offers.filter(({ giver }) => giver === wallet),
      offered: offers.filter(({ giver, taker }) => taker === wallet && !blocked.has(giver)),
    }
  }

  /** Replaces an earlier offer. @throws {Failure} `validation_failed` for the same wallet, `not_found`, `forbidden` */
  async offer(giver: string, { to, agentId }: HandoverTerms): Promise<Handover> {
    const { agents, clock, db } = this.#options
    if (to === giver) refuse('This wallet already has it. Enter the address of another one.')
    const agent = agentId === null ? null : await agents.openOwned(agentId, giver)
    const offer = { id: randomUUID(), giver, taker: to, agentId: agent?.id ?? null, offeredAt: clock() }
    await storeHandover(db, offer)
    return present({ ...offer, agentName: agent?.name ?? null })
  }

  /** @throws {Failure} `offer_expired`, `not_found` */
  async open(id: string, taker: string): Promise<Handover> {
    return present(await this.#find(id, taker))
  }

  /** @throws {Failure} `offer_expired`, `not_found`, or `quota_reached` if the taker has no room for it */
  async take(id: string, taker: string): Promise<void> {
    const { clock, db, feed, log } = this.#options
    const { giver, agentId } = await this.#find(id, taker)
    const taking = { id, taker, after: this.#openSince(), now: clock() }
    if (agentId === null) {
      const amounts = await measureWallet(db, giver, this.#undoable())
      const moved = await this.#within(taker, amounts, async () => done(await moveEverything(db, taking)))
      this.#options.onSessionsEnded(moved.sessions)
      for (const realm of moved.realms) feed.detailChanged(realm)
    } else {
      const words = await measureAgent(db, agentId)
      const { bytes: sources } = await measureSources(db, { agentId }, this.#undoable())
      await this.#within(taker, { agents: 1, words, sources }, async () => done(await moveAgent(db, taking)))
      await tellRealmsWith(this.#options, [agentId])
    }
    this.#forget(giver, taker)
    log.info({ from: giver, to: taker, agent: agentId }, 'changed hands')
  }

  /** Withdraws or declines an offer. @throws {Failure} `not_found` */
  async withdraw(id: string, wallet: string): Promise<void> {
    const { db } = this.#options
    if (!(await deleteHandover(db, id, wallet)))
      throw new Failure('not_found', 'There is no such offer. It may have been taken or withdrawn already.')
  }

  sweep(): Promise<void> {
    const { db } = this.#options
    return sweepHandovers(db, this.#openSince())
  }

  #undoable() {
    const { clock } = this.#options
    return new Date(clock().getTime() - UNDO_DELETE_MS)
  }

  #openSince() {
    const { clock } = this.#options
    return new Date(clock().getTime() - HANDOVER_MS)
  }

  async #find(id: string, taker: string): Promise<NamedHandover> {
    const { db } = this.#options
    const offer = await findHandover(db, id, taker)
    if (offer?.taker !== taker) throw new Failure('not_found', 'There is no such offer for your wallet.')
    if (offer.offeredAt <= this.#openSince()) expired()
    return offer
  }

  /** Reserves the amounts in the taker's quotas meanwhile. */
  #within<Result>(
    taker: string,
    amounts: Partial<Record<keyof Quotas, number>>,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const { quotas } = this.#options
    const held = (Object.entries(amounts) as [keyof Quotas, number][]).filter(([, amount]) => amount > 0)
    return held.reduce<() => Promise<Result>>(
      (inner, [kind, amount]) =>
        () =>
          quotas[kind].hold(taker, amount, inner),
      work,
    )()
  }

  #forget(...wallets: string[]): void {
    const { quotas } = this.#options
    for (const quota of Object.values(quotas)) for (const wallet of wallets) quota.forget(wallet)
  }
}

function present({ id, giver, taker, agentId, agentName, offeredAt }: NamedHandover): Handover {
  return {
    id,
    giver,
    taker,
    agent: agentId === null ? null : { id: agentId, name: agentName ?? '' },
    until: new Date(offeredAt.getTime() + HANDOVER_MS).toISOString(),
  }
}

/** @throws {Failure} if nothing was moved */
function done<Result extends object>(outcome: Result | NotMoved): Result {
  if (outcome === 'gone') return expired()
  if (outcome === 'deleted')
    throw new Failure('offer_expired', 'What was offered has been deleted meanwhile.')
  return outcome as Result
}

function expired(): never {
  throw new Failure(
    'offer_expired',
    'This offer was taken, withdrawn or is older than ten minutes. Ask for a new one.',
  )
}

function refuse(message: string): never {
  throw new Failure('validation_failed', message, { errors: { to: message } })
}
