import { Hono } from 'hono'
import {
  handoverSchema,
  handoversSchema,
  handoverTermsSchema,
} from '../../../../shared/own-data/handovers.ts'
import type { HandoversOfWallets } from '../../../domain/own-data/handovers.ts'
import type { FreshSignatures } from '../../../domain/session/fresh-signatures.ts'
import type { AppContext, AppEnv } from '../../context.ts'
import { requireSignature } from '../../fresh-signature.ts'
import { done, json, operation, ownerErrors } from '../../operation.ts'
import { pathId } from '../../request.ts'

/** `/api/me/handovers`: everything, or one agent, goes to another wallet, signed by both (record 44). */
export function handoverRoutes(handovers: HandoversOfWallets, signatures: FreshSignatures) {
  return new Hono<AppEnv>()
    .get(
      '/me/handovers',
      operation({
        tag: 'own data',
        signedIn: true,
        summary: 'The open offers of the wallet and to it',
        answers: { 200: json('The offers.', handoversSchema) },
      }),
      async (c) => c.json(await handovers.list(c.var.wallet), 200),
    )
    .post(
      '/me/handovers',
      operation({
        act: 'making',
        tag: 'own data',
        signedIn: true,
        summary: 'Offer everything, or one agent, to another wallet, which the giver signs for',
        freshSignature: true,
        body: handoverTermsSchema,
        answers: { 201: json('The offer, open for ten minutes.', handoverSchema) },
        errors: [...ownerErrors],
      }),
      async (c) => {
        const terms = c.req.valid('json')
        await requireSignature(c, signatures, { action: 'hand-over', ...terms })
        return c.json(await handovers.offer(c.var.wallet, terms), 201)
      },
    )
    .post(
      '/me/handovers/:id/take',
      operation({
        act: 'making',
        removes: true,
        tag: 'own data',
        signedIn: true,
        summary: 'Take what was offered, which the taker signs for; the sessions of who gave everything end',
        freshSignature: true,
        answers: { 204: done('It belongs to the wallet now.') },
        errors: ['not_found', 'offer_expired', 'quota_reached'],
      }),
      async (c) => {
        const taker = c.var.wallet
        const offer = await handovers.open(pathOffer(c), taker)
        const agreement = { from: offer.giver, agentId: offer.agent?.id ?? null }
        await requireSignature(c, signatures, { action: 'take-over', ...agreement })
        await handovers.take(offer.id, taker)
        return c.body(null, 204)
      },
    )
    .delete(
      '/me/handovers/:id',
      operation({
        tag: 'own data',
        signedIn: true,
        summary: 'Take an offer back, or decline it',
        answers: { 204: done('It is not open any more.') },
        errors: ['not_found'],
      }),
      async (c) => {
        await handovers.withdraw(pathOffer(c), c.var.wallet)
        return c.body(null, 204)
      },
    )
}

const pathOffer = (c: AppContext) => pathId(c, 'There is no such offer.')
