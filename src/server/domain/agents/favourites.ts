import type { Favourite, FavouriteAgents } from '../../../shared/agents/agents.ts'
import { limits } from '../../../shared/common/limits.ts'
import { deleteFavourite, insertFavourite, listFavourites } from '../../db/agents/favourites.ts'
import type { Db } from '../../db/connect/connect.ts'
import { Failure } from '../failure.ts'

/** The agents that a wallet keeps at hand. Nobody else learns which they are, their owners included. */
export interface Favourites {
  /** Those that the wallet can see, kept last first: one that is hidden or deleted comes back with its agent. */
  list(wallet: string): Promise<FavouriteAgents>
  /** Keeps an agent, or lets go of it; again changes nothing. @throws {Failure} `not_found`, `conflict` where there are too many */
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
        throw new Failure('conflict', `You have ${most} favourites already. Let go of one first.`)
      return { favourite }
    },
  }
}
