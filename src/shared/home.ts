import * as z from 'zod/mini'
import { agentSummarySchema } from './agents/agents.ts'
import { listedRealmSchema } from './realms/realms.ts'

const homeAgentSchema = z.pick(agentSummarySchema, {
  id: true,
  name: true,
  pictureUrl: true,
  category: true,
  description: true,
})
export type HomeAgent = z.infer<typeof homeAgentSchema>

const suggestedAgentSchema = z.extend(homeAgentSchema, { questions: z.array(z.string()) })
export type SuggestedAgent = z.infer<typeof suggestedAgentSchema>

const homeRealmSchema = z.pick(listedRealmSchema, { id: true, name: true, description: true, here: true })

/** The response of `GET /api/home`. */
export const homeSchema = z.object({
  /** Three: those that people talk with most, filled up with the samples or the newest agents. */
  agents: z.array(suggestedAgentSchema),
  /** Talked with most at present; empty if too few agents are. */
  rising: z.array(homeAgentSchema),
  /** Sample agents to meet while few agents rise; none of them is in `agents` or `rising`. */
  toMeet: z.array(homeAgentSchema),
  /** Listed, those with most people first. */
  live: z.array(homeRealmSchema),
  /** Sample realms to enter while few realms are live; nobody is in them. */
  toEnter: z.array(homeRealmSchema),
})
export type Home = z.infer<typeof homeSchema>
