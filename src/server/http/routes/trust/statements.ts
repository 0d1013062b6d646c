import { Hono } from 'hono'
import type { TrustFigures } from '../../../../shared/trust/desk.ts'
import { newObjectionSchema, statementsSchema, trustFiguresSchema } from '../../../../shared/trust/desk.ts'
import { Failure } from '../../../domain/failure.ts'
import type { Objections } from '../../../domain/trust/objections.ts'
import type { AppContext, AppEnv } from '../../context.ts'
import { done, json, operation } from '../../operation.ts'

interface StatementsDependencies {
  objections: Objections
  figures: () => Promise<TrustFigures>
}

/** What people read of actions that concern them, what they say to it, and what everybody reads (record 0108). */
export function statementsRoutes({ objections, figures }: StatementsDependencies) {
  return new Hono<AppEnv>()
    .get(
      '/me/statements',
      operation({
        tag: 'trust',
        signedIn: true,
        summary: 'What was done about the wallet and what is its own, why, and whether it still holds',
        answers: { 200: json('Newest first; nobody is named.', statementsSchema) },
      }),
      async (c) => c.json({ statements: await objections.list(c.var.wallet) }, 200),
    )
    .post(
      '/me/statements/:number/objection',
      operation({
        tag: 'trust',
        signedIn: true,
        summary: 'Object to an action, once: another operator looks at it, where there is one',
        body: newObjectionSchema,
        answers: { 204: done('It waits at the desk.') },
        errors: ['not_found', 'already_objected', 'conflict'],
      }),
      async (c) => {
        await objections.object(c.var.wallet, statementNumber(c), c.req.valid('json').words)
        return c.body(null, 204)
      },
    )
    .get(
      '/trust/figures',
      operation({
        tag: 'trust',
        summary: 'How much was reported here, and what was done about it, by month and reason',
        answers: { 200: json('Counts of the last two years, without names.', trustFiguresSchema) },
      }),
      async (c) => c.json(await figures(), 200),
    )
}

function statementNumber(c: AppContext): number {
  const written = c.req.param('number') ?? ''
  if (/^[1-9]\d{0,14}$/.test(written)) return Number(written)
  throw new Failure('not_found', 'There is no such statement to you.')
}
