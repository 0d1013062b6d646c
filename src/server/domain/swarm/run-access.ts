import { openModel } from '../../../shared/chat/told-beside.ts'
import { placedToldToAll } from '../../../shared/chat/told-calls.ts'
import type { SwarmRun } from '../../../shared/swarm/swarm.ts'
import type { Db } from '../../db/connect/connect.ts'
import type { OwnedId } from '../../db/deletable-rows.ts'
import { findShownName } from '../../db/people/people.ts'
import { Failure, noSuch } from '../failure.ts'
import type { FoundRun, RunStore } from './run-store.ts'

/** Who may read and change the runs of one store. `wallet` is the session's, null for a visitor. */
export class RunAccess {
  readonly #store: RunStore
  readonly #db: Db

  constructor(store: RunStore, db: Db) {
    this.#store = store
    this.#db = db
  }

  /** Null if the wallet may not read the run, or there is none. */
  async read(id: string, wallet: string | null): Promise<SwarmRun | null> {
    const found = await this.#store.find(id)
    if (!found) return null
    if (this.#isOwn(found, wallet)) return { ...found.run, own: true }
    if (!found.run.shared) return null
    const name = await findShownName(this.#db, found.owner)
    return { ...openTurns(found.run), own: false, maker: { wallet: found.owner, name } }
  }

  /** @throws {Failure} `not_found` */
  async open(id: string, wallet: string | null): Promise<SwarmRun> {
    return (await this.read(id, wallet)) ?? noSuchRun()
  }

  /** A run that the wallet may change, and its owner. @throws {Failure} `not_found`, `forbidden` */
  async owned(id: string, wallet: string | null): Promise<FoundRun & { of: OwnedId }> {
    const found = await this.#store.find(id)
    if (!found || !(this.#isOwn(found, wallet) || found.run.shared)) return noSuchRun()
    if (!this.#isOwn(found, wallet)) throw new Failure('forbidden', 'This run belongs to another wallet.')
    return { ...found, of: { id, owner: found.owner } }
  }

  #isOwn({ owner }: FoundRun, wallet: string | null): boolean {
    const by = this.#store.walletOf(owner)
    return by === null || by === wallet
  }
}

/** What everybody with the link may know of which models answered, and of what was called. */
export function openTurns<Run extends Pick<SwarmRun, 'turns'>>(run: Run): Run {
  return {
    ...run,
    turns: run.turns.map(({ ownCalls, ...turn }) => ({
      ...turn,
      ...(turn.model && { model: openModel(turn.model) }),
      // What its model had of passages, it may have written into arguments.
      ...(ownCalls && { calls: placedToldToAll(ownCalls, turn.sources !== undefined) }),
    })),
  }
}

/** @throws {Failure} `not_found`, always */
export function noSuchRun(): never {
  noSuch('run')
}
