import { Hono } from 'hono'
import { placeRulesSchema } from '../../../../shared/trust/rules.ts'
import type { FreshSignatures } from '../../../domain/session/fresh-signatures.ts'
import type { AppEnv } from '../../context.ts'
import { json, operation } from '../../operation.ts'
import { blocksRoutes } from '../blocks.ts'
import { deskRoutes } from './desk.ts'
import { deskLogRoutes } from './desk-log.ts'
import { ratingsRoutes } from './ratings.ts'
import { receiptsRoutes } from './receipts.ts'
import { reportsRoutes } from './reports.ts'
import { statementsRoutes } from './statements.ts'

type Desks = Parameters<typeof deskRoutes>[0]
type Statements = Parameters<typeof statementsRoutes>[0]

interface TrustDependencies extends Pick<Desks, 'desk'>, Pick<Statements, 'objections'> {
  deskActions: Desks['actions']
  deskLog: Parameters<typeof deskLogRoutes>[0]
  trustFigures: Statements['figures']
  reports: Parameters<typeof reportsRoutes>[0]
  ratings: Parameters<typeof ratingsRoutes>[0]
  blocks: Parameters<typeof blocksRoutes>[0]
  receipts: Parameters<typeof receiptsRoutes>[0]
  env: { CONTACT?: string | undefined }
}

/** What people report, rate, leave out and can check; what operators decide about it, and what is said of that. */
export function trustRoutes(parts: TrustDependencies, signatures: FreshSignatures) {
  const { desk, deskActions: actions, objections, trustFigures: figures } = parts
  return new Hono<AppEnv>()
    .route('/', reportsRoutes(parts.reports))
    .route('/', ratingsRoutes(parts.ratings))
    .route('/', blocksRoutes(parts.blocks))
    .route('/', receiptsRoutes(parts.receipts))
    .route('/', deskRoutes({ desk, actions, signatures }))
    .route('/', deskLogRoutes(parts.deskLog))
    .route('/', statementsRoutes({ objections, figures }))
    .route('/', rulesRoutes(parts.env.CONTACT))
}

function rulesRoutes(contact: string | undefined) {
  return new Hono<AppEnv>().get(
    '/trust/rules',
    operation({
      tag: 'trust',
      summary: 'Whom to write to about this place',
      answers: { 200: json('Its contact.', placeRulesSchema) },
    }),
    (c) => c.json({ contact: contact ?? null }, 200),
  )
}
