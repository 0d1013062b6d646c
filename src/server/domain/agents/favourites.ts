import type { Favourite, FavouriteAgents } from '../../../shared/agents/agents.ts'
import { limits } from '../../../shared/common/limits.ts'
import { deleteFavourite, insertFavourite, listFavourites } from '../../db/agents/favourites.ts'
import type { Db } from '../../db/connect/connect.ts'
import { Failure } from '../failure.ts'

/** A wallet's favourite agents. They are visible to that wallet only, not even to the agents' owners. */
export interface Favourites {
  /**
   * Lists the favourites that the wallet may see, most recently added first. An agent that was hidden or deleted
   * reappears when it is restored.
   */
  list(wallet: string): Promise<FavouriteAgents>
  /**
   * Adds or removes a favourite; repeating it changes nothing.
   * @throws {Failure} `not_found`, `conflict` if there are too many
   */
  set(id: string, wallet: string, favourite: boolean): Promise<Favourite>
}

export function createFavourites(options: { db: Db; clock: () => Date }): Favourites {
  const { db, clock } = options
  const most = limits.favourites
  return {
    list: async (wallet) => ({ agents: await listFavourites(db, wallet, most) }),

    async set(id, wallet, favourite) {
      const done = favourite
        ? await insertFavourite(db, { id, wallet, at: clock(), most })
        : await deleteFavourite(db, id, wallet)
      if (!done) throw new Failure('not_found', 'There is no such agent.')
      if (done === 'full')
        throw new Failure('conflict', `You have ${most} favourites already. Remove one first.`)
      return { favourite }
    },
  }
}
