import { Hono } from 'hono'
import type { Favourites } from '../domain/agents/favourites.ts'
import type { AppEnv } from './context.ts'
import { pathId } from './path-id.ts'
import { signedInWallet } from './request.ts'
import { signedIn } from './signed-in.ts'

/** `/api/me/favourites` and `/api/agents/{id}/favourite`. Whose they are comes from the session alone. */
export function favouritesRoutes(favourites: Favourites) {
  return new Hono<AppEnv>()
    .get('/me/favourites', signedIn, async (c) => c.json(await favourites.list(await signedInWallet(c)), 200))
    .put('/agents/:id/favourite', signedIn, async (c) =>
      c.json(await favourites.set(pathId(c), await signedInWallet(c), true), 200),
    )
    .delete('/agents/:id/favourite', signedIn, async (c) =>
      c.json(await favourites.set(pathId(c), await signedInWallet(c), false), 200),
    )
}
