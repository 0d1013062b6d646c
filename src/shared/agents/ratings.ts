import * as z from 'zod/mini'
import { pageQuery } from '../common/page-query.ts'
import { isVisible } from '../text/plain-text.ts'
import { ownWords } from '../trust/reports.ts'
import { trustLimits } from '../trust/trust-limits.ts'

export const ratingReasons = ['helpful', 'in_character', 'wrong', 'unpleasant'] as const
export type RatingReason = (typeof ratingReasons)[number]

/** Finished replies with an agent from which on a wallet may rate it, and raters from which on a share is said. */
export const ratingRules = { replies: 3, raters: 5 } as const

export const newRatingSchema = z.strictObject({
  up: z.boolean('Choose a thumb.'),
  reason: z.nullable(z.enum(ratingReasons, 'Choose a reason.')),
  words: ownWords('What you write', trustLimits.ratingWords),
})
export type NewRating = z.infer<typeof newRatingSchema>

export const ratingAnswerSchema = z.strictObject({
  words: ownWords('Your answer', trustLimits.ratingWords, 'Write an answer.').check(
    z.minLength(1, 'Write an answer.'),
    z.refine(isVisible, 'Write an answer.'),
  ),
  /** The words that it answers, which may have changed since they were read. */
  to: z.optional(z.string()),
})
export type RatingAnswer = z.infer<typeof ratingAnswerSchema>

export const ratingSchema = z.object({
  wallet: z.string(),
  name: z.nullable(z.string()),
  up: z.boolean(),
  reason: z.nullable(z.enum(ratingReasons)),
  words: z.string(),
  /** Whether the agent has changed since. */
  isBefore: z.boolean(),
  changedAt: z.iso.datetime(),
  /** What the maker says to it. */
  answer: z.nullable(z.string()),
})
export type Rating = z.infer<typeof ratingSchema>

export const ownRatingSchema = z.object({
  ...ratingSchema.shape,
  /** Whether its words were taken down: nobody else gets them, and the thumb counts on. */
  wordsAreDown: z.boolean(),
})
export type OwnRating = z.infer<typeof ownRatingSchema>

const ratingSummarySchema = z.object({
  /** Wallets that rated it, each once. */
  raters: z.int(),
  /** How many of them rated it before its present version. */
  before: z.int(),
  /**
   * The share of people, 0 to 1, who like it at least, with a certainty of 95 %; each counts as much as their use of the
   * place is long, much and varied. Null for fewer than five raters, and while those together weigh less than one person.
   */
  likedBy: z.nullable(z.number()),
})
export type RatingSummary = z.infer<typeof ratingSummarySchema>

/** Whether the viewer may rate it, and if not why: nobody is signed in, it is their own, they talked too little. */
const mayRate = ['yes', 'visitor', 'own', 'talk_first'] as const

export const ratingPageSchema = z.object({
  summary: ratingSummarySchema,
  may: z.enum(mayRate),
  own: z.nullable(ownRatingSchema),
  /** Those with words, changed last first. */
  ratings: z.array(ratingSchema),
  nextCursor: z.nullable(z.string()),
})
export type RatingPage = z.infer<typeof ratingPageSchema>

export const ratingsQuerySchema = z.object({ cursor: pageQuery.cursor, limit: pageQuery.limit })
export type RatingsQuery = z.infer<typeof ratingsQuerySchema>

/** Of the normal distribution, for a certainty of 95 %. */
const Z = 1.96

/** The lower bound of a share, as Wilson has it. Both can be sums of weights; 0 of 0 is 0. */
export function wilson(up: number, all: number): number {
  if (all <= 0) return 0
  const share = Math.min(1, Math.max(0, up / all))
  const square = Z * Z
  const spread = Z * Math.sqrt((share * (1 - share) + square / (4 * all)) / all)
  return Math.max(0, (share + square / (2 * all) - spread) / (1 + square / all))
}

/** What is said of ratings by their number and the sums of their weights. */
export function likedBy({
  raters,
  weight,
  up,
}: {
  raters: number
  weight: number
  up: number
}): number | null {
  return raters < ratingRules.raters || weight < 1 ? null : wilson(up, weight)
}
