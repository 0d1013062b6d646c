import * as z from 'zod/mini'
import { agentSchema, agentSummarySchema } from './agents.ts'

export const favouriteSchema = z.pick(agentSchema, { favourite: true })
export type Favourite = z.infer<typeof favouriteSchema>

/** The response of `GET /api/me/favourites`: those that the wallet can still see, last added first. */
export const favouriteAgentsSchema = z.object({ agents: z.array(agentSummarySchema) })
export type FavouriteAgents = z.infer<typeof favouriteAgentsSchema>

/** The response of `GET /api/agents/{id}/like`: public agents, most similar first. */
export const likeAgentsSchema = z.object({ agents: z.array(agentSummarySchema) })
export type LikeAgents = z.infer<typeof likeAgentsSchema>

/** The body of `POST /api/agents/{id}/duplicate`. A retry with the same id returns the same draft. */
export const duplicateSchema = z.strictObject({ id: z.uuid('The id must be a UUID.') })
