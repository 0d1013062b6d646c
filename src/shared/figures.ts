import * as z from 'zod/mini'
import { pictureUrlSchema } from './agents/picture-url.ts'

/** The windows of the Agent Control Center: hours of the last 24, or days of the last 7 or 30; all in UTC, the running one included. */
export const ranges = {
  '24h': { step: 'hour', count: 24 },
  '7d': { step: 'day', count: 7 },
  '30d': { step: 'day', count: 30 },
} as const
export type Range = keyof typeof ranges

/** Why a reply failed, as its owner is told. What exactly the model's server said stays in the log. */
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
  /** Conversations that were begun, unstored ones included. */
  conversations: count,
  /** What was asked of the agent, a retry included. */
  messages: count,
  /** Those of them that came from visitors, who have no wallet and so are nobody's person. */
  visitorMessages: count,
  finished: count,
  stopped: count,
  interrupted: count,
  failed: count,
  words: count,
  upvotes: count,
}

/**
 * Milliseconds to the first words of the replies that had any: half, and 95 of 100, were at least as quick. Read from
 * a histogram, so up to 3 % off. Null where no reply had words.
 */
const firstWords = {
  firstWordsP50: z.nullable(z.number()),
  firstWordsP95: z.nullable(z.number()),
}

/** What happened in one hour or one day. `upvotes` are those given in it that still stand. */
export const figurePointSchema = z.object({ start: z.iso.datetime(), ...sums, ...firstWords })
export type FigurePoint = z.infer<typeof figurePointSchema>

/** What happened in a whole window. */
export const figureTotalsSchema = z.object({
  ...sums,
  ...firstWords,
  /** Distinct wallets that asked something. */
  people: count,
  /** Failed replies by reason, the most frequent first; reasons of none are left out. */
  failures: z.array(z.object({ why: z.enum(failureReasons), count })),
  /** All upvotes that stand, whenever they were given. */
  upvotesEver: count,
})
export type FigureTotals = z.infer<typeof figureTotalsSchema>

/** What `GET /api/me/figures` answers: of one agent of the wallet, or of all of them together. */
export const figuresSchema = z.object({
  range: z.enum(['24h', '7d', '30d']),
  step: z.enum(['hour', 'day']),
  from: z.iso.datetime(),
  /** The end of the last, running hour or day. */
  to: z.iso.datetime(),
  totals: figureTotalsSchema,
  /** One for each hour or day, oldest first; those in which nothing happened are there as well. */
  points: z.array(figurePointSchema),
  /** Where it is asked for all: each agent's own, the most asked first. */
  agents: z.array(
    z.object({ id: z.uuid(), name: z.string(), imageUrl: pictureUrlSchema, totals: figureTotalsSchema }),
  ),
})
export type Figures = z.infer<typeof figuresSchema>

/** The query of `GET /api/me/figures` and `GET /api/me/figures.csv`. */
export const figuresQuerySchema = z.object({
  agent: z.optional(z.uuid('The agent id must be a UUID.')),
  range: z.enum(['24h', '7d', '30d'], 'The range must be 24h, 7d or 30d.'),
})
export type FiguresQuery = z.infer<typeof figuresQuerySchema>
