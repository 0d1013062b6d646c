import * as z from 'zod/mini'
import { pictureUrlSchema } from './agents/picture-url.ts'

/**
 * The ranges of the Agent Control Center: the last 24 hours by hour, or the last 7 or 30 days by day. All are in UTC
 * and include the current hour or day.
 */
export const ranges = {
  '24h': { step: 'hour', count: 24 },
  '7d': { step: 'day', count: 7 },
  '30d': { step: 'day', count: 30 },
} as const
export type Range = keyof typeof ranges

/**
 * The reason of a failed reply, as shown to the agent's owner. The exact response of the model's server is only logged.
 */
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
  /** Started conversations, including those that are not stored. */
  conversations: count,
  /** Questions asked, including retries. */
  messages: count,
  /** Questions from visitors, who have no wallet and are therefore not counted in `people`. */
  visitorMessages: count,
  finished: count,
  stopped: count,
  interrupted: count,
  failed: count,
  words: count,
  upvotes: count,
}

/**
 * The 50th and 95th percentile of the time to the first words of a reply, in milliseconds. They are read from a
 * histogram, so they can be off by up to 3 %. Null if no reply had words.
 */
const firstWords = {
  firstWordsP50: z.nullable(z.number()),
  firstWordsP95: z.nullable(z.number()),
}

/** The analytics of one hour or one day. `upvotes` counts those given in that time that have not been removed. */
export const analyticsPointSchema = z.object({ start: z.iso.datetime(), ...sums, ...firstWords })
export type AnalyticsPoint = z.infer<typeof analyticsPointSchema>

/** The analytics of a whole range. */
export const analyticsTotalsSchema = z.object({
  ...sums,
  ...firstWords,
  /** Distinct wallets that asked a question. */
  people: count,
  /** Failed replies by reason, most frequent first; reasons without failures are omitted. */
  failures: z.array(z.object({ why: z.enum(failureReasons), count })),
  /** All upvotes that have not been removed, whenever they were given. */
  upvotesEver: count,
})
export type AnalyticsTotals = z.infer<typeof analyticsTotalsSchema>

/** The response of `GET /api/me/figures`: the analytics of one agent of the wallet, or of all its agents. */
export const analyticsSchema = z.object({
  range: z.enum(['24h', '7d', '30d']),
  step: z.enum(['hour', 'day']),
  from: z.iso.datetime(),
  /** The end of the current hour or day. */
  to: z.iso.datetime(),
  totals: analyticsTotalsSchema,
  /** One point for each hour or day, oldest first, including those without activity. */
  points: z.array(analyticsPointSchema),
  /** If all agents were requested: the totals of each agent, most questions first. */
  agents: z.array(
    z.object({ id: z.uuid(), name: z.string(), imageUrl: pictureUrlSchema, totals: analyticsTotalsSchema }),
  ),
})
export type Analytics = z.infer<typeof analyticsSchema>

/** The query of `GET /api/me/figures` and `GET /api/me/figures.csv`. */
export const analyticsQuerySchema = z.object({
  agent: z.optional(z.uuid('The agent id must be a UUID.')),
  range: z.enum(['24h', '7d', '30d'], 'The range must be 24h, 7d or 30d.'),
})
export type AnalyticsQuery = z.infer<typeof analyticsQuerySchema>
