import { Hono } from 'hono'
import { analyticsQuerySchema, analyticsSchema } from '../../../../shared/analytics.ts'
import type { AgentsAnalytics } from '../../../domain/analytics/analytics.ts'
import { attachment } from '../../attachment.ts'
import type { AppEnv } from '../../context.ts'
import { file, json, operation } from '../../operation.ts'

/** The routes `/api/me/figures`: analytics of the wallet's own agents (decision 23). */
export function analyticsRoutes(analytics: AgentsAnalytics) {
  return new Hono<AppEnv>()
    .get(
      '/me/figures',
      operation({
        tag: 'analytics',
        signedIn: true,
        summary:
          "What happened with the wallet's own agents in a window, with one of them or with all, each on its own too",
        query: analyticsQuerySchema,
        answers: { 200: json('The figures.', analyticsSchema) },
        errors: ['not_found'],
      }),
      async (c) => c.json(await analytics.read(c.var.wallet, c.req.valid('query')), 200),
    )
    .get(
      '/me/figures.csv',
      operation({
        tag: 'analytics',
        signedIn: true,
        summary: 'The same as a table: a row for each hour or day, one for the window, one for each agent',
        query: analyticsQuerySchema,
        answers: { 200: file('The file.', 'text/csv') },
        errors: ['not_found'],
      }),
      async (c) => {
        const { filename, body } = await analytics.export(c.var.wallet, c.req.valid('query'))
        return c.body(body, 200, {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': attachment(filename),
        })
      },
    )
}
