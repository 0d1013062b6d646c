import * as z from 'zod/mini'
import { pictureUrlSchema } from './common/picture-url.ts'

/** In UTC, with the current hour or day. */
export const ranges = {
  '24h': { step: 'hour', count: 24 },
  '7d': { step: 'day', count: 7 },
  '30d': { step: 'day', count: 30 },
} as const
export type Range = keyof typeof ranges

/** Shown to the agent's owner; the exact response of the model's server is only logged. */
export const failureReasons = [
  'unreachable',
  'timeout',
  'limited',
  'refused',
  'broken',
  'silent',
  'other',
] as const
export type FailureReason = (typeof failureReasons)[number]

const count = z.int()

const sums = {
  /** Including those that are not stored. */
  conversations: count,
  /** Including retries. */
  messages: count,
  /** Visitors have no wallet and are not counted in `people`. */
  visitorMessages: count,
  finished: count,
  stopped: count,
  interrupted: count,
  failed: count,
  words: count,
  upvotes: count,
}

/** Milliseconds to the first words of a reply. From a histogram, so up to 3 % off; null if no reply had words. */
const firstWords = {
  firstWordsP50: z.nullable(z.number()),
  firstWordsP95: z.nullable(z.number()),
}

/** Of one hour or day. `upvotes` counts those given in that time that have not been removed. */
const analyticsPointSchema = z.object({ start: z.iso.datetime(), ...sums, ...firstWords })
export type AnalyticsPoint = z.infer<typeof analyticsPointSchema>

const analyticsTotalsSchema = z.object({
  ...sums,
  ...firstWords,
  /** Distinct wallets. */
  people: count,
  /** Most frequent first, without reasons that did not occur. */
  failures: z.array(z.object({ why: z.enum(failureReasons), count })),
  /** Without removed upvotes. */
  upvotesEver: count,
})
export type AnalyticsTotals = z.infer<typeof analyticsTotalsSchema>

/** What replies used of one model, without the replies of the offline engine. */
const modelUseSchema = z.object({
  /** Null for an agent that is not the viewer's, or that is gone, and where no agent of anybody answered. */
  agentId: z.nullable(z.uuid()),
  agent: z.nullable(z.string()),
  provider: z.string(),
  model: z.string(),
  /** Whether a key of the viewer paid, this place, or somebody else. */
  paidBy: z.enum(['viewer', 'place', 'others']),
  replies: count,
  words: count,
  promptTokens: count,
  completionTokens: count,
  /** In cents of a US dollar, of the replies whose price is known; null if none is. */
  cents: z.nullable(z.number()),
  /** How many replies that is. */
  priced: count,
})
export type ModelUse = z.infer<typeof modelUseSchema>

/** The response of `GET /api/me/figures`: of one agent of the wallet, or of all. */
export const analyticsSchema = z.object({
  range: z.enum(['24h', '7d', '30d']),
  step: z.enum(['hour', 'day']),
  from: z.iso.datetime(),
  /** The end of the current hour or day. */
  to: z.iso.datetime(),
  totals: analyticsTotalsSchema,
  /** Oldest first, including hours or days without activity. */
  points: z.array(analyticsPointSchema),
  /** If all agents were requested, most questions first. */
  agents: z.array(
    z.object({ id: z.uuid(), name: z.string(), imageUrl: pictureUrlSchema, totals: analyticsTotalsSchema }),
  ),
  /** By agent and model, over whole days (UTC), the dearest first; also what the viewer's keys paid elsewhere. */
  models: z.array(modelUseSchema),
})
export type Analytics = z.infer<typeof analyticsSchema>

/** The query of `GET /api/me/figures` and `GET /api/me/figures.csv`. */
export const analyticsQuerySchema = z.object({
  agent: z.optional(z.uuid('The agent id must be a UUID.')),
  range: z.enum(['24h', '7d', '30d'], 'The range must be 24h, 7d or 30d.'),
})
export type AnalyticsQuery = z.infer<typeof analyticsQuerySchema>
