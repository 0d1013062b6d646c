import * as z from 'zod/mini'
import { limits } from '../common/limits.ts'
import { newRealmSchema, realmChangesSchema } from '../realms/realm-changes.ts'
import { newRealmMessageSchema } from '../realms/realm-messages.ts'
import { given, id, moment, storedName } from './export-fields.ts'

const ownWordSchema = z.object({
  ...newRealmMessageSchema.shape,
  number: z.int().check(z.gte(1)),
  replyTo: z.nullable(z.int().check(z.gte(1))),
  createdAt: moment,
})
export type OwnWord = z.infer<typeof ownWordSchema>

const wordsSchema = z.array(ownWordSchema).check(
  z.refine(
    (words) => words.every(({ number }, index) => number > (words[index - 1]?.number ?? 0)),
    'Messages stand in the order of their numbers.',
  ),
  z.refine(
    (words) => new Set(words.map((word) => word.id.toLowerCase())).size === words.length,
    'Two messages have the same id.',
  ),
)

/** `realms/*.json`: a realm that the wallet created, with the wallet's own messages. */
export const exportedRealmSchema = z.object({
  id,
  name: newRealmSchema.shape.name,
  description: newRealmSchema.shape.description,
  unlisted: z.boolean(),
  policy: given(realmChangesSchema.shape.policy),
  agentTurns: given(realmChangesSchema.shape.agentTurns),
  agentWords: given(realmChangesSchema.shape.agentWords),
  slowSeconds: z._default(given(realmChangesSchema.shape.slowSeconds), 0),
  heldWords: z._default(given(realmChangesSchema.shape.heldWords), []),
  createdAt: moment,
  agents: z.array(z.object({ id, name: storedName })).check(z.maxLength(limits.realmAgents)),
  messages: wordsSchema,
})
export type ExportedRealm = z.infer<typeof exportedRealmSchema>
