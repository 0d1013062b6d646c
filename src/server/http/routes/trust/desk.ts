import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import { isSolanaAddress } from '../../../../shared/session/base58.ts'
import {
  deskActedSchema,
  deskCasePageSchema,
  deskPageSchema,
  deskQuerySchema,
  deskSchema,
  type NewAction,
  newActionSchema,
} from '../../../../shared/trust/desk.ts'
import { type ActedOn, deskActText, needsSignature } from '../../../../shared/trust/desk-act.ts'
import { Failure } from '../../../domain/failure.ts'
import type { FreshSignatures } from '../../../domain/session/fresh-signatures.ts'
import type { Desk } from '../../../domain/trust/desk.ts'
import type { DeskActions } from '../../../domain/trust/desk-actions.ts'
import type { AppContext, AppEnv, SignedInContext } from '../../context.ts'
import { requireSignature } from '../../fresh-signature.ts'
import { json, operation } from '../../operation.ts'
import { pathId, walletOrVisitor } from '../../request.ts'

interface DeskDependencies {
  desk: Desk
  actions: DeskActions
  signatures: FreshSignatures
}

const acting = {
  tag: 'trust',
  signedIn: true,
  operator: true,
  freshSignature: true,
  body: newActionSchema,
  answers: { 201: json('What was written into the log.', deskActedSchema) },
  errors: ['forbidden', 'not_found', 'conflict'],
} as const

/** The desk, for operators' wallets alone (record 0108): being at the server's own machine opens nothing of it. */
export function deskRoutes(deps: DeskDependencies) {
  return new Hono<AppEnv>().route('/', readingRoutes(deps)).route('/', actingRoutes(deps))
}

function readingRoutes({ desk }: Pick<DeskDependencies, 'desk'>) {
  return new Hono<AppEnv>()
    .get(
      '/desk',
      operation({
        tag: 'trust',
        summary: 'Whether the desk is open to whoever asks, and how many cases wait there',
        answers: { 200: json('Nobody else learns how many.', deskSchema) },
      }),
      async (c) => {
        const wallet = await walletOrVisitor(c)
        const operator = wallet !== null && desk.isOperator(wallet)
        return c.json({ operator, open: operator ? await desk.countWaiting() : 0 }, 200)
      },
    )
    .get(
      '/desk/cases',
      operation({
        tag: 'trust',
        signedIn: true,
        operator: true,
        summary: 'What waits at the desk, the heaviest first, or what is closed',
        query: deskQuerySchema,
        answers: { 200: json('Things that were reported or found; each is one row.', deskPageSchema) },
        errors: ['cursor_invalid'],
      }),
      async (c) => c.json(await desk.list(c.req.valid('query')), 200),
    )
    .get(
      '/desk/cases/:id',
      operation({
        tag: 'trust',
        signedIn: true,
        operator: true,
        summary: 'A case: what was seen, how it is now, why it was reported, and what was done before',
        answers: { 200: json('Never who reported it.', deskCasePageSchema) },
        errors: ['not_found'],
      }),
      async (c) => c.json(await desk.open(caseId(c), c.var.wallet), 200),
    )
}

function actingRoutes({ actions, signatures }: Pick<DeskDependencies, 'actions' | 'signatures'>) {
  return new Hono<AppEnv>()
    .post(
      '/desk/cases/:id/actions',
      operation({
        ...acting,
        summary: 'Act on a case. All but `nothing` needs the wallet’s signature over exactly this action',
      }),
      async (c) => {
        const [id, action] = [caseId(c), c.req.valid('json')]
        await requireSigned(c, signatures, { case: id }, action)
        return c.json({ row: await actions.onCase(id, c.var.wallet, action) }, 201)
      },
    )
    .post(
      '/desk/people/:address/actions',
      operation({
        ...acting,
        summary: 'Suspend a wallet, lift that, or revoke its keys, whether there is a case or not',
      }),
      async (c) => {
        const [address, action] = [addressIn(c), c.req.valid('json')]
        await requireSigned(c, signatures, { person: address }, action)
        return c.json({ row: await actions.onPerson(address, c.var.wallet, action) }, 201)
      },
    )
}

/** A signature is for one action on one thing, and for once. @throws {Failure} `signature_required`, `signature_rejected` */
async function requireSigned(
  c: SignedInContext,
  signatures: FreshSignatures,
  on: ActedOn,
  action: NewAction,
): Promise<void> {
  if (!needsSignature(action)) return
  const act = createHash('sha256').update(deskActText(on, action)).digest('hex')
  await requireSignature(c, signatures, { action: 'desk-act', act })
}

const caseId = (c: AppContext) => pathId(c, 'There is no such case.')

function addressIn(c: AppContext): string {
  const address = c.req.param('address') ?? ''
  if (isSolanaAddress(address)) return address
  throw new Failure('not_found', 'This is not the address of a wallet.')
}
