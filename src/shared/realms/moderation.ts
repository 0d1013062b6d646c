import * as z from 'zod/mini'
import { isPlainLine, isVisible } from '../text/plain-text.ts'
import { trustLimits } from '../trust/trust-limits.ts'

/** How long a ban or a mute can last; without hours until it is lifted. */
export const moderationQuerySchema = z.object({
  hours: z.optional(
    z.pipe(
      z.enum(['1', '24', '168'], 'Choose an hour, a day or a week.'),
      z.transform((hours) => Number(hours)),
    ),
  ),
})

/** What somebody may not do: speak in a realm, or be in it. */
export type KeptOutKind = 'mutes' | 'bans'

/** Null for until it is lifted. */
export interface Until {
  until: Date | null
}

const until = z.nullable(z.iso.datetime())

const keptOutSchema = z.object({
  wallet: z.string(),
  name: z.nullable(z.string()),
  /** Null for until it is lifted. */
  until,
})
export type KeptOut = z.infer<typeof keptOutSchema>

/** What only the creator of a realm gets of it. */
export const realmModerationSchema = z.object({
  mutes: z.array(keptOutSchema),
  bans: z.array(keptOutSchema),
  heldWords: z.array(z.string()),
})
export type RealmModeration = z.infer<typeof realmModerationSchema>

/** Seconds between two messages of a person; 0 for none. */
export const slowModes = [0, 5, 15, 30, 60, 300] as const

export const slowSecondsSchema = z
  .int('Choose how long people wait.')
  .check(
    z.refine((seconds) => (slowModes as readonly number[]).includes(seconds), 'Choose how long people wait.'),
  )

export const heldWordsSchema = z
  .array(
    z
      .string('A word must be text.')
      .check(
        z.trim(),
        z.maxLength(trustLimits.heldWord, `A word can have at most ${trustLimits.heldWord} characters.`),
        z.refine(isPlainLine, 'A word must be one line of plain characters.'),
        z.refine(isVisible, 'A word is empty.'),
      ),
  )
  .check(z.maxLength(trustLimits.heldWords, `A realm can have at most ${trustLimits.heldWords} words.`))
