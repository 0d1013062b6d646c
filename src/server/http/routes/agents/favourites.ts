import { Hono } from 'hono'
import { favouriteAgentsSchema, favouriteSchema } from '../../../../shared/agents/kept-agents.ts'
import type { Favourites } from '../../../domain/agents/favourites.ts'
import type { AppEnv } from '../../context.ts'
import { json, operation } from '../../operation.ts'
import { pathId } from '../../request.ts'

/** The routes `/api/me/favourites` and `/api/agents/{id}/favourite`. The wallet is taken from the session only. */
export function favouritesRoutes(favourites: Favourites) {
  return new Hono<AppEnv>()
    .get(
      '/me/favourites',
      operation({
        tag: 'agents',
        signedIn: true,
        summary: "The wallet's favourites that it can see, kept last first",
        answers: { 200: json('All of them.', favouriteAgentsSchema) },
      }),
      async (c) => c.json(await favourites.list(c.var.wallet), 200),
    )
    .put(
      '/agents/:id/favourite',
      operation({
        tag: 'agents',
        signedIn: true,
        summary: 'Keep an agent at hand',
        answers: { 200: json('It is a favourite.', favouriteSchema) },
        errors: ['not_found', 'taken_down', 'quota_reached'],
      }),
      async (c) => c.json(await favourites.set(pathId(c), c.var.wallet, true), 200),
    )
    .delete(
      '/agents/:id/favourite',
      operation({
        tag: 'agents',
        signedIn: true,
        summary: 'Let go of a favourite',
        answers: { 200: json('It is none.', favouriteSchema) },
        errors: ['not_found', 'taken_down'],
      }),
      async (c) => c.json(await favourites.set(pathId(c), c.var.wallet, false), 200),
    )
}
