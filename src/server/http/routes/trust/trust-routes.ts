import { Hono } from 'hono'
import type { FreshSignatures } from '../../../domain/session/fresh-signatures.ts'
import type { AppEnv } from '../../context.ts'
import { deskRoutes } from './desk.ts'
import { deskLogRoutes } from './desk-log.ts'
import { statementsRoutes } from './statements.ts'

type Desks = Parameters<typeof deskRoutes>[0]
type Statements = Parameters<typeof statementsRoutes>[0]

interface TrustDependencies extends Pick<Desks, 'desk'>, Pick<Statements, 'objections'> {
  deskActions: Desks['actions']
  deskLog: Parameters<typeof deskLogRoutes>[0]
  trustFigures: Statements['figures']
}

/** What operators decide, and what everybody else reads and says about it. */
export function trustRoutes(parts: TrustDependencies, signatures: FreshSignatures) {
  const { desk, deskActions: actions, objections, trustFigures: figures } = parts
  return new Hono<AppEnv>()
    .route('/', deskRoutes({ desk, actions, signatures }))
    .route('/', deskLogRoutes(parts.deskLog))
    .route('/', statementsRoutes({ objections, figures }))
}
