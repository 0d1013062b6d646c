import * as z from 'zod/mini'
import { tones } from './agents/personality.ts'
import { limits } from './common/limits.ts'
import { pageQuery } from './common/page-query.ts'
import { pictureUrlSchema } from './common/picture-url.ts'
import { isPlainText, isVisible, missingOr } from './text/plain-text.ts'

export const platforms = ['x', 'farcaster', 'bluesky', 'linkedin', 'telegram'] as const
export type Platform = (typeof platforms)[number]

/** The most that the database's column holds. */
const MAX_REVISION = 2 ** 31 - 1

/** Limits are in the unit that the platform counts, as in `web/features/social/count`. */
export const platformRules: Record<Platform, { name: string; limit: number }> = {
  x: { name: 'X', limit: 280 },
  farcaster: { name: 'Farcaster', limit: 320 },
  bluesky: { name: 'Bluesky', limit: 300 },
  linkedin: { name: 'LinkedIn', limit: 3_000 },
  telegram: { name: 'Telegram', limit: 4_096 },
}

const text = (label: string, max: number, missing = `${label} is missing.`) =>
  z
    .string(missingOr(missing, `${label} must be text.`))
    .check(
      z.trim(),
      z.maxLength(max, `${label} can have at most ${max.toLocaleString('en-US')} characters.`),
      z.refine(isPlainText, `${label} has a character that can't be shown.`),
    )

const upTo = (max: number, label: string) => {
  const message = `${label} must be 1 to ${max}.`
  return z.int(message).check(z.gte(1, message), z.lte(max, message))
}

const brief = {
  agentId: z.uuid('Choose an agent.'),
  platform: z.enum(platforms, 'Choose one of the five platforms.'),
  topic: text('The topic', limits.socialTopic, 'Enter a topic for the posts.').check(
    z.minLength(1, 'Enter a topic for the posts.'),
    z.refine(isVisible, 'Enter a topic for the posts.'),
  ),
  /** Pasted text; empty if there is none. The server opens no links. */
  source: text('The pasted text', limits.socialSource),
  tone: z.enum(tones, 'Choose one of the five tones.'),
}

/** All drafts of one brief share these. */
export const briefSchema = z.strictObject(brief)
export type Brief = z.infer<typeof briefSchema>

/** The body of `POST /api/social/drafts`. The draft streams like a reply and is not stored; nothing is ever posted. */
export const draftRequestSchema = z
  .strictObject({
    ...brief,
    /** From 1, so that each of `count` concurrent drafts takes its own angle. */
    position: upTo(limits.socialDrafts, 'The position'),
    count: upTo(limits.socialDrafts, 'The number of drafts'),
    instead: text('The draft', limits.socialDraft),
  })
  .check(
    z.refine(({ position, count }) => position <= count, {
      error: 'There are fewer drafts than that.',
      path: ['position'],
    }),
  )
export type DraftRequest = z.infer<typeof draftRequestSchema>

export const draftSchema = z.strictObject({
  id: z.uuid('The id of the draft must be a UUID.'),
  content: z
    .string(missingOr('The text of the draft is missing.', 'A draft must be text.'))
    .check(
      z.maxLength(
        limits.socialDraft,
        `A draft can have at most ${limits.socialDraft.toLocaleString('en-US')} characters.`,
      ),
      z.refine(isPlainText, "The draft has a character that can't be shown."),
    ),
  state: z.enum(
    ['finished', 'stopped', 'interrupted', 'failed'],
    'Say how the draft ended: finished, stopped, interrupted or failed.',
  ),
  /** A person has changed the text since it was written. */
  edited: z.boolean('This must be true or false.'),
})
export type Draft = z.infer<typeof draftSchema>

export const keptBriefSchema = z.strictObject({
  ...brief,
  drafts: z.array(draftSchema, missingOr('There is no draft to keep.', 'The drafts must be a list.')).check(
    z.minLength(1, 'There is no draft to keep.'),
    z.maxLength(limits.socialDrafts, `At most ${limits.socialDrafts} drafts.`),
    z.refine(
      (drafts) => new Set(drafts.map(({ id }) => id.toLowerCase())).size === drafts.length,
      'Two drafts have the same id.',
    ),
  ),
  /** 0 for a new brief; fails with `conflict` if another revision was stored since. */
  follows: z
    .int('The revision must be a whole number.')
    .check(
      z.gte(0, 'The revision must be a whole number.'),
      z.lt(MAX_REVISION, 'The revision must be a whole number.'),
    ),
})
export type KeptBrief = z.infer<typeof keptBriefSchema>

/** Only the brief's wallet can read it. */
export const storedBriefSchema = z.object({
  ...brief,
  id: z.uuid(),
  /** The last known name if the wallet can no longer see the agent. */
  agentName: z.string(),
  agentImageUrl: pictureUrlSchema,
  agentAnswers: z.boolean(),
  drafts: z.array(draftSchema),
  revision: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type StoredBrief = z.infer<typeof storedBriefSchema>

export const briefListQuerySchema = z.object({ cursor: pageQuery.cursor, limit: pageQuery.limit })
export type BriefListQuery = z.infer<typeof briefListQuerySchema>

/** The response of `GET /api/me/briefs`, last stored first. */
export const briefPageSchema = z.object({
  briefs: z.array(storedBriefSchema),
  nextCursor: z.nullable(z.string()),
})
export type BriefPage = z.infer<typeof briefPageSchema>
