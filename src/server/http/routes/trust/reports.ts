import { Hono } from 'hono'
import {
  newReportSchema,
  ownReportSchema,
  ownReportsQuerySchema,
  ownReportsSchema,
} from '../../../../shared/trust/reports.ts'
import type { Reports } from '../../../domain/trust/reports.ts'
import type { AppEnv } from '../../context.ts'
import { json, operation } from '../../operation.ts'
import { walletOrVisitor } from '../../request.ts'

/** The routes `/api/reports` and `/api/me/reports` (record 0106). No route says who reported something. */
export function reportsRoutes(reports: Reports) {
  return new Hono<AppEnv>()
    .post(
      '/reports',
      operation({
        tag: 'trust',
        summary:
          'Report something that one sees, with a wallet or as a visitor; an address sends 5 an hour, a wallet 20',
        body: newReportSchema,
        answers: {
          201: json('It is reported.', ownReportSchema),
          200: json('It was reported before, and nobody has decided yet.', ownReportSchema),
        },
        errors: ['not_found', 'forbidden', 'conflict', 'quota_reached'],
      }),
      async (c) => {
        const by = { wallet: await walletOrVisitor(c), address: c.get('clientAddress') }
        const { report, created } = await reports.report(by, c.req.valid('json'))
        return c.json(report, created ? 201 : 200)
      },
    )
    .get(
      '/me/reports',
      operation({
        tag: 'trust',
        signedIn: true,
        summary: 'What the wallet reported, newest first, with what became of it',
        query: ownReportsQuerySchema,
        answers: { 200: json('A page of them.', ownReportsSchema) },
        errors: ['cursor_invalid'],
      }),
      async (c) => c.json(await reports.list(c.var.wallet, c.req.valid('query')), 200),
    )
}
