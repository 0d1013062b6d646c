import * as z from 'zod/mini'
import { agentSummarySchema } from './agents/agents.ts'
import { listedRealmSchema } from './realms/realms.ts'

/** An agent that the home screen suggests. */
const homeAgentSchema = z.pick(agentSummarySchema, { id: true, name: true, pictureUrl: true, category: true })
export type HomeAgent = z.infer<typeof homeAgentSchema>

/** The response of `GET /api/home`: the content of the home screen at this moment. */
export const homeSchema = z.object({
  /** Three agents to talk to: those that people talk with most, filled up with the samples or the newest agents. */
  agents: z.array(homeAgentSchema),
  /** The agents that people talk with most at present, most of all first; empty if too few do. */
  rising: z.array(z.extend(homeAgentSchema, { description: z.string() })),
  /** Listed realms with somebody in them at this moment, those with most people first. */
  live: z.array(z.pick(listedRealmSchema, { id: true, name: true, description: true, here: true })),
})
export type Home = z.infer<typeof homeSchema>
