import * as z from 'zod/mini'
import { givenAgentSchema, walletSchema } from '../session/fresh-signature.ts'

/** How long the other wallet can sign after the first signature, in milliseconds (record 0044). */
export const HANDOVER_MS = 10 * 60_000

/** What is handed over to another wallet: one agent, or everything if `agentId` is null. */
export const handoverTermsSchema = z.strictObject({
  to: walletSchema,
  agentId: givenAgentSchema,
})
export type HandoverTerms = z.infer<typeof handoverTermsSchema>

export const handoverSchema = z.object({
  id: z.uuid(),
  giver: z.string(),
  taker: z.string(),
  agent: z.nullable(z.object({ id: z.uuid(), name: z.string() })),
  until: z.iso.datetime(),
})
export type Handover = z.infer<typeof handoverSchema>

/** The response of `GET /api/me/handovers`: the open offers made by the wallet and those made to it. */
export const handoversSchema = z.object({ given: z.array(handoverSchema), offered: z.array(handoverSchema) })
export type Handovers = z.infer<typeof handoversSchema>
