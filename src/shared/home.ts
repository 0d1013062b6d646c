import * as z from 'zod/mini'
import { agentSummarySchema } from './agents/agents.ts'
import { listedRealmSchema } from './realms/realms.ts'

/** An agent as the home screen shows it. */
const homeAgentSchema = z.pick(agentSummarySchema, {
  id: true,
  name: true,
  pictureUrl: true,
  category: true,
  description: true,
})
export type HomeAgent = z.infer<typeof homeAgentSchema>

/** An agent that can be talked to on the home screen, with questions to begin with. */
const suggestedAgentSchema = z.extend(homeAgentSchema, { questions: z.array(z.string()) })
export type SuggestedAgent = z.infer<typeof suggestedAgentSchema>

const homeRealmSchema = z.pick(listedRealmSchema, { id: true, name: true, description: true, here: true })

/** The response of `GET /api/home`: the content of the home screen at this moment. */
export const homeSchema = z.object({
  /** Three agents to talk to: those that people talk with most, filled up with the samples or the newest agents. */
  agents: z.array(suggestedAgentSchema),
  /** The agents that people talk with most at present, most of all first; empty if too few do. */
  rising: z.array(homeAgentSchema),
  /** Sample agents to meet while few agents rise; none of them is in `agents` or `rising`. */
  toMeet: z.array(homeAgentSchema),
  /** Listed realms with somebody in them at this moment, those with most people first. */
  live: z.array(homeRealmSchema),
  /** Sample realms to enter while few realms are live; nobody is in them. */
  toEnter: z.array(homeRealmSchema),
})
export type Home = z.infer<typeof homeSchema>
