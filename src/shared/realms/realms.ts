import * as z from 'zod/mini'
import { categories } from '../agents/agent-defaults.ts'
import { agentProblems } from '../agents/agent-problems.ts'
import { limits } from '../common/limits.ts'
import { pictureUrlSchema } from '../common/picture-url.ts'
import { ownModerationSchema } from '../trust/moderation.ts'

/** The owner of a realm whose creator deleted all data (record 0044): no wallet, so nobody manages it. */
export const NOBODY = ''

/** Section 3. */
export const realmSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string(),
  createdBy: z.string(),
  participants: z.array(z.string()),
  createdAt: z.iso.datetime(),
  /** Neither in the list nor in search results; everybody with the link can open it. */
  unlisted: z.boolean(),
})
export type Realm = z.infer<typeof realmSchema>

export const listedRealmSchema = z.extend(realmSchema, {
  /** In lists only the first ones: a realm can have a thousand. */
  participants: z.array(z.string()).check(z.maxLength(limits.listedParticipants)),
  participantCount: z.int(),
  /** People and visitors, each counted once. */
  here: z.int(),
  lastMessage: z.int(),
  moderation: ownModerationSchema,
})
export type ListedRealm = z.infer<typeof listedRealmSchema>

export const realmPageSchema = z.object({
  realms: z.array(listedRealmSchema),
  nextCursor: z.nullable(z.string()),
})
export type RealmPage = z.infer<typeof realmPageSchema>

/**
 * When agents speak in a realm: those that a message mentions with @Name; otherwise with `round-robin`, after every
 * message, the next in the order of invitation; with `free`, after a person's message, the one that the director
 * considers addressed, if any.
 */
export const turnPolicies = ['mentioned', 'round-robin', 'free'] as const
export type TurnPolicy = (typeof turnPolicies)[number]

/** A dormant or deleted agent is in no realm (decision 8). */
const realmAgentSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  imageUrl: pictureUrlSchema,
  category: z.enum(categories),
  owner: z.string(),
  /** That wallet, the agent's owner and the realm's creator may remove it. */
  invitedBy: z.string(),
  /** Of its last turn. An agent with a problem speaks only when mentioned, until a turn succeeds. */
  trouble: z.nullable(z.enum(agentProblems)),
})
export type RealmAgent = z.infer<typeof realmAgentSchema>

export const realmDetailSchema = z.extend(realmSchema, {
  /** Chosen by the creator (record 0041). */
  creatorName: z.nullable(z.string()),
  /** By address. */
  names: z.record(z.string(), z.string()),
  policy: z.enum(turnPolicies),
  agentTurns: z.int(),
  agentWords: z.int(),
  /** Seconds between two messages of a person who is not its creator; 0 for none. */
  slowSeconds: z.int(),
  agents: z.array(realmAgentSchema),
  /** Turns of agents since a person last wrote or let them continue. */
  turnsTaken: z.int(),
  /** Words of agents within the last hour, as of the response. */
  wordsSaid: z.int(),
  /** The cap that keeps an agent from speaking now; null if there is none. */
  held: z.nullable(z.enum(['turns', 'words'])),
  moderation: ownModerationSchema,
})
export type RealmDetail = z.infer<typeof realmDetailSchema>

/** The response of `GET /api/realms/{id}/mutes`, for the realm's creator only. */
export const realmMutesSchema = z.object({ wallets: z.array(z.string()) })
export type RealmMutes = z.infer<typeof realmMutesSchema>
