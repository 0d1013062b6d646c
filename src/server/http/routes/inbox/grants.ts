import { Hono } from 'hono'
import { grantsSchema } from '../../../../shared/tools/decisions.ts'
import type { Grants } from '../../../domain/inbox/grants.ts'
import type { AppEnv } from '../../context.ts'
import { done, json, operation } from '../../operation.ts'
import { pathId } from '../../request.ts'

/** The routes `/api/tool-grants`: what a person allowed agents from now on. */
export const grantsRoutes = (grants: Grants) =>
  new Hono<AppEnv>()
    .get(
      '/tool-grants',
      operation({
        tag: 'tools',
        signedIn: true,
        summary: 'What the wallet allowed agents from now on, the newest first',
        answers: { 200: json('All of it.', grantsSchema) },
      }),
      async (c) => c.json({ grants: await grants.list(c.var.wallet) }, 200),
    )
    .delete(
      '/tool-grants/:id',
      operation({
        tag: 'tools',
        signedIn: true,
        summary: 'Take back what was allowed; the agent asks again',
        answers: { 204: done('Nothing is left of it.') },
        errors: ['not_found'],
      }),
      async (c) => {
        const id = pathId(c, 'There is no such permission. It may already be taken back.')
        await grants.takeBack(c.var.wallet, id.toLowerCase())
        return c.body(null, 204)
      },
    )
