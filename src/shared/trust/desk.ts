import * as z from 'zod/mini'
import { walletSchema } from '../session/fresh-signature.ts'
import { isVisible } from '../text/plain-text.ts'
import { moderationStates } from './moderation.ts'
import {
  ownWords,
  reportedKinds,
  reportOutcomes,
  reportReasons,
  seenSchema,
  subjectSchema,
} from './reports.ts'
import { trustLimits } from './trust-limits.ts'

/** What brought a thing to the desk. */
const caseSources = ['report', 'looks_like', 'near_copy', 'picture_match'] as const
export type CaseSource = (typeof caseSources)[number]

/**
 * What an operator does. Of things: `unlist`, `take_down`, `put_back`; of a wallet: `suspend`, `lift`, `revoke_keys`;
 * `nothing` closes a case. The others are written into the same log: `object`, `uphold`.
 */
export const deskActions = [
  'nothing',
  'unlist',
  'take_down',
  'put_back',
  'suspend',
  'lift',
  'revoke_keys',
  'object',
  'uphold',
] as const
export type DeskAction = (typeof deskActions)[number]

/** What a suspended wallet may not. Everybody can always read, export and delete what is their own. */
export const suspensionScopes = ['making', 'speaking', 'all'] as const
export type SuspensionScope = (typeof suspensionScopes)[number]

/** Why, in the words of the statement that the person concerned reads. */
export const grounds = [
  'illegal',
  'harmful',
  'hateful',
  'sexual',
  'impersonation',
  'spam',
  'rights',
  'rules',
  'mistake',
] as const
export type Ground = (typeof grounds)[number]

const days = z.nullable(z.int('Choose a number of days.').check(z.minimum(1), z.maximum(365)))
const ground = z.enum(grounds, 'Choose a reason.')
const words = ownWords('Your words', trustLimits.statementWords)

/** The body of an action at the desk; actions of weight need a fresh signature over exactly this (`desk-act`). */
export const newActionSchema = z.discriminatedUnion(
  'action',
  [
    z.strictObject({ action: z.literal('nothing'), ground, words }),
    z.strictObject({ action: z.literal('unlist'), ground, words }),
    z.strictObject({ action: z.literal('take_down'), ground, words }),
    z.strictObject({ action: z.literal('put_back'), ground, words }),
    z.strictObject({
      action: z.literal('suspend'),
      wallet: walletSchema,
      scope: z.enum(suspensionScopes),
      days,
      ground,
      words,
    }),
    z.strictObject({ action: z.literal('lift'), wallet: walletSchema, ground, words }),
    z.strictObject({ action: z.literal('revoke_keys'), wallet: walletSchema, ground, words }),
    z.strictObject({ action: z.literal('uphold'), ground, words }),
  ],
  'There is no such action.',
)
export type NewAction = z.infer<typeof newActionSchema>

/** A row of the queue: one thing, however often it was reported. */
export const deskCaseSchema = z.object({
  id: z.uuid(),
  kind: z.enum(reportedKinds),
  subject: subjectSchema.shape.subject,
  sources: z.array(z.enum(caseSources)),
  /** How its newest report saw it. */
  seen: seenSchema,
  reports: z.int(),
  reasons: z.partialRecord(z.enum(reportReasons), z.optional(z.int())),
  weight: z.number(),
  state: z.enum(['open', 'objected', 'closed']),
  standing: z.nullable(z.enum(moderationStates)),
  firstAt: z.iso.datetime(),
  lastAt: z.iso.datetime(),
})
export type DeskCase = z.infer<typeof deskCaseSchema>

export const deskPageSchema = z.object({ cases: z.array(deskCaseSchema), nextCursor: z.nullable(z.string()) })

/**
 * A row of the log; `hash` is over all of the others in the form of `writeLogRow`, `before` the hash of the row before.
 * A person is a digest in it, as `wallet` and in `subject`.
 */
export const logRowSchema = z.object({
  number: z.int(),
  at: z.iso.datetime(),
  action: z.enum(deskActions),
  kind: z.nullable(z.enum(reportedKinds)),
  subject: z.nullable(z.string()),
  wallet: z.nullable(z.string()),
  operator: z.string(),
  ground: z.nullable(z.enum(grounds)),
  words: z.string(),
  scope: z.nullable(z.enum(suspensionScopes)),
  until: z.nullable(z.iso.datetime()),
  /** The number of the action that it is about. */
  about: z.nullable(z.int()),
  before: z.string(),
  hash: z.string(),
})
export type LogRow = z.infer<typeof logRowSchema>

/** A row as an operator reads it: with what it was about, and whom its digest stands for, as long as they are here. */
export const shownLogRowSchema = z.extend(logRowSchema, {
  title: z.string(),
  person: z.nullable(z.string()),
  /** Of an objection. */
  said: z.nullable(z.string()),
})
export type ShownLogRow = z.infer<typeof shownLogRowSchema>

export const logPageSchema = z.object({
  rows: z.array(shownLogRowSchema),
  nextCursor: z.nullable(z.string()),
})

/** Whether the desk is open to whoever asks, and how many cases wait there. */
export const deskSchema = z.object({ operator: z.boolean(), open: z.int() })

/** A case with all that is known for a decision. Nobody learns who reported it. */
export const deskCasePageSchema = z.object({
  case: deskCaseSchema,
  /** How it is now, what is taken down included; null for what is gone. */
  now: z.nullable(seenSchema),
  /** What it resembles, where it came for that. */
  beside: z.nullable(z.object({ subject: z.string(), now: z.nullable(seenSchema) })),
  reports: z.array(
    z.object({
      reason: z.enum(reportReasons),
      words: z.string(),
      at: z.iso.datetime(),
      outcome: z.enum(reportOutcomes),
    }),
  ),
  maker: z.object({
    /** Earlier actions on the wallet and what was theirs, newest first. */
    history: z.array(shownLogRowSchema),
    /** Reports of what is theirs that something followed from. */
    reportsActed: z.int(),
    suspended: z.nullable(z.object({ scope: z.enum(suspensionScopes), until: z.nullable(z.iso.datetime()) })),
  }),
  /** The objections that nobody has answered, oldest first. */
  objections: z.array(
    z.object({
      about: z.int(),
      action: z.enum(deskActions),
      words: z.string(),
      at: z.iso.datetime(),
      /** Whether whoever asks may answer it: who took an action does not, where there are others. */
      canAnswer: z.boolean(),
    }),
  ),
})
export type DeskCasePage = z.infer<typeof deskCasePageSchema>

/** What was written into the log. */
export const deskActedSchema = z.object({ row: shownLogRowSchema })

/** What a person reads of an action that concerns them or what is theirs. Nobody is named. */
export const statementSchema = z.object({
  /** Of the log's row; its objection names it. */
  number: z.int(),
  at: z.iso.datetime(),
  action: z.enum(deskActions),
  kind: z.nullable(z.enum(reportedKinds)),
  subject: z.nullable(z.string()),
  title: z.string(),
  ground: z.nullable(z.enum(grounds)),
  words: z.string(),
  scope: z.nullable(z.enum(suspensionScopes)),
  until: z.nullable(z.iso.datetime()),
  /** Whether it still holds. */
  holds: z.boolean(),
  objection: z.nullable(
    z.object({
      words: z.string(),
      at: z.iso.datetime(),
      answer: z.nullable(z.enum(['upheld', 'put_back'])),
      answerWords: z.string(),
    }),
  ),
  canObject: z.boolean(),
})
export type Statement = z.infer<typeof statementSchema>
export const statementsSchema = z.object({ statements: z.array(statementSchema) })

export const newObjectionSchema = z.strictObject({
  words: ownWords('Your objection', trustLimits.objectionWords, 'Say why.').check(
    z.minLength(1, 'Say why.'),
    z.refine(isVisible, 'Say why.'),
  ),
})

/** Public figures: what was done in a month and why. No names. */
export const trustFiguresSchema = z.object({
  months: z.array(
    z.object({
      /** `2026-11` */
      month: z.string(),
      reports: z.int(),
      actions: z.array(
        z.object({ action: z.enum(deskActions), ground: z.nullable(z.enum(grounds)), count: z.int() }),
      ),
    }),
  ),
})
export type TrustFigures = z.infer<typeof trustFiguresSchema>

const cursor = z.optional(z.string().check(z.maxLength(200)))
export const deskQuerySchema = z.object({
  /** Without it what waits: open and objected. */
  state: z.optional(z.enum(['open', 'objected', 'closed'])),
  cursor,
})
export const deskLogQuerySchema = z.object({ cursor })
