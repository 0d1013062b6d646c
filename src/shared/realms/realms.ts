import * as z from 'zod/mini'
import { categories } from '../agents/agent-defaults.ts'
import { agentTroubles } from '../agents/agent-troubles.ts'
import { pictureUrlSchema } from '../agents/picture-url.ts'
import { limits } from '../common/limits.ts'
import { pageQuery } from '../common/page-query.ts'
import { makerSchema } from '../people/maker.ts'
import { isPlainLine, isPlainText, isVisible } from '../text/plain-text.ts'

/** Section 3, and whether it opens by its link alone. */
export const realmSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string(),
  createdBy: z.string(),
  participants: z.array(z.string()),
  createdAt: z.iso.datetime(),
  /** Not in the list and not found by a search; everybody who has the link can open it. */
  unlisted: z.boolean(),
})
export type Realm = z.infer<typeof realmSchema>

/** A realm as a list has it. */
export const listedRealmSchema = z.extend(realmSchema, {
  /** How many are in it at this moment: people and visitors, each once. */
  here: z.int(),
  /** The number of its newest message; 0 where nothing was said. */
  lastMessage: z.int(),
})
export type ListedRealm = z.infer<typeof listedRealmSchema>

export const realmPageSchema = z.object({
  realms: z.array(listedRealmSchema),
  nextCursor: z.nullable(z.string()),
})
export type RealmPage = z.infer<typeof realmPageSchema>

/**
 * When agents speak in a realm.
 * - `mentioned`: only who is addressed with @Name, by people and by other agents.
 * - `round-robin`: whoever is addressed; else, after every message, the next agent in the order of invitation.
 * - `free`: whoever is addressed; else, after a person's message, the agent that the director thinks is meant, if any.
 */
export const turnPolicies = ['mentioned', 'round-robin', 'free'] as const
export type TurnPolicy = (typeof turnPolicies)[number]

/** An agent in a realm. One that is dormant or deleted is in none (decision 8). */
export const realmAgentSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  imageUrl: pictureUrlSchema,
  category: z.enum(categories),
  owner: z.string(),
  /** The wallet that invited it; it, the agent's owner and the realm's creator may send it away. */
  invitedBy: z.string(),
  /** Of its last turn. Who is marked speaks only when addressed, until a turn goes well. */
  trouble: z.nullable(z.enum(agentTroubles)),
})
export type RealmAgent = z.infer<typeof realmAgentSchema>

/** What one realm shows to everybody who opens it. */
export const realmDetailSchema = z.extend(realmSchema, {
  /** What its creator calls themselves, if anything (decision 30). */
  creatorName: z.nullable(z.string()),
  policy: z.enum(turnPolicies),
  /** The cap on agents' turns in a row: since a person last spoke, or let them go on. */
  agentTurns: z.int(),
  /** The cap on agents' words an hour. */
  agentWords: z.int(),
  /** In the order in which they were invited. */
  agents: z.array(realmAgentSchema),
  /** Turns taken since a person last spoke or let them go on. */
  turnsTaken: z.int(),
  /** Words that agents said within the last hour, as of the answer. */
  wordsSaid: z.int(),
  /** Which cap keeps an agent from answering that would speak now; null where none does. */
  held: z.nullable(z.enum(['turns', 'words'])),
})
export type RealmDetail = z.infer<typeof realmDetailSchema>

const name = z
  .string('A name is required.')
  .check(
    z.trim(),
    z.minLength(1, 'A name is required.'),
    z.maxLength(limits.realmName, `A name can have at most ${limits.realmName} characters.`),
    z.refine(isVisible, 'A name is required.'),
    z.refine(isPlainLine, 'A name must be one line of plain characters.'),
  )

const description = z
  .string('A description is required.')
  .check(
    z.trim(),
    z.maxLength(
      limits.realmDescription,
      `A description can have at most ${limits.realmDescription} characters.`,
    ),
    z.refine(isPlainText, "The description has a character that can't be shown."),
  )

const unlisted = z.boolean('Say whether it is unlisted.')

/** The body of `POST /api/realms`; the creator is the session's wallet. */
export const newRealmSchema = z.strictObject({
  id: z.optional(z.uuid('The id must be a UUID.')),
  name,
  description,
  unlisted: z.optional(unlisted),
})
export type NewRealm = z.infer<typeof newRealmSchema>

const cap = ({ min, max }: { min: number; max: number }) => {
  const message = `Choose a whole number from ${min} to ${max.toLocaleString('en-US')}.`
  return z.int(message).check(z.minimum(min, message), z.maximum(max, message))
}

/** The body of `PATCH /api/realms/{id}`: what its creator changes. */
export const realmChangesSchema = z
  .strictObject({
    name: z.optional(name),
    description: z.optional(description),
    unlisted: z.optional(unlisted),
    policy: z.optional(z.enum(turnPolicies, 'Choose when agents speak.')),
    agentTurns: z.optional(cap(limits.agentTurns)),
    agentWords: z.optional(cap(limits.agentWords)),
  })
  .check(
    z.refine((changes) => Object.keys(changes).length > 0, {
      error: 'Change something.',
      // What was sent in vain is named already.
      when: ({ issues }) => issues.length === 0,
    }),
  )
export type RealmChanges = z.infer<typeof realmChangesSchema>

/** The query of `GET /api/realms`. */
export const realmListQuerySchema = z.object({ ...pageQuery, maker: z.optional(makerSchema) })
export type RealmListQuery = z.infer<typeof realmListQuerySchema>

/** `GET /api/realms/{id}/mutes`: who may not speak, for the realm's creator alone. */
export const realmMutesSchema = z.object({ wallets: z.array(z.string()) })
export type RealmMutes = z.infer<typeof realmMutesSchema>
