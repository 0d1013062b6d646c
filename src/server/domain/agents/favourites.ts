import type { Favourite, FavouriteAgents } from '../../../shared/agents/kept-agents.ts'
import { limits } from '../../../shared/common/limits.ts'
import { deleteFavourite, insertFavourite, listFavourites } from '../../db/agents/favourites.ts'
import type { Db } from '../../db/connect/connect.ts'
import { Failure } from '../failure.ts'

/** A wallet's favourite agents. They are visible to that wallet only, not even to the agents' owners. */
export class Favourites {
  readonly #db: Db
  readonly #clock: () => Date
  readonly #refuseAgent: (id: string) => Promise<never>

  constructor(options: { db: Db; clock: () => Date; refuseAgent: (id: string) => Promise<never> }) {
    this.#db = options.db
    this.#clock = options.clock
    this.#refuseAgent = options.refuseAgent
  }

  /** Those that the wallet may see, most recently added first. A hidden or deleted one reappears when it is restored. */
  async list(wallet: string): Promise<FavouriteAgents> {
    return { agents: await listFavourites(this.#db, wallet, limits.favourites) }
  }

  /** Repeating it changes nothing. @throws {Failure} `not_found`, `taken_down`, `quota_reached` */
  async set(id: string, wallet: string, favourite: boolean): Promise<Favourite> {
    const most = limits.favourites
    const done = favourite
      ? await insertFavourite(this.#db, { id, wallet, at: this.#clock(), most })
      : await deleteFavourite(this.#db, id, wallet)
    if (!done) return this.#refuseAgent(id)
    if (done === 'full')
      throw new Failure('quota_reached', `You have ${most} favourites already. Remove one first.`)
    return { favourite }
  }
}
