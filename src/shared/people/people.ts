import * as z from 'zod/mini'
import { limits } from '../common/limits.ts'
import { pictureUrlSchema } from '../common/picture-url.ts'
import { isPlainText, missingOr } from '../text/plain-text.ts'
import { looksLikeSchema } from '../trust/looks-like.ts'
import { ownModerationSchema } from '../trust/moderation.ts'
import { personNameProblem } from './person-names.ts'

/** Record 0041. A person without a profile has only the address. */
export const personSchema = z.object({
  address: z.string(),
  name: z.nullable(z.string()),
  pictureUrl: z.nullable(pictureUrlSchema),
  about: z.string(),
})
export type Person = z.infer<typeof personSchema>

/** `nameChangesAt` is null if the name can be changed now. */
export const ownProfileSchema = z.object({
  ...personSchema.shape,
  nameChangesAt: z.nullable(z.iso.datetime()),
  /** `down`: others are shown the address alone. */
  moderation: ownModerationSchema,
  /** Whom the name is taken for. */
  looksLike: z.optional(looksLikeSchema),
})
export type OwnProfile = z.infer<typeof ownProfileSchema>

const nameSchema = z
  .string(missingOr('The name is missing.', 'A name must be text.'))
  .check(z.trim(), z.toLowerCase(), (payload) => {
    const problem = personNameProblem(payload.value)
    if (problem !== null) payload.issues.push({ code: 'custom', message: problem, input: payload.value })
  })

export const profileSchema = z.strictObject({
  name: z.nullable(nameSchema),
  /** Only pictures of this server. */
  imageUrl: z.nullable(
    z
      .string('Upload a picture.')
      .check(z.regex(/^\/images\/[0-9a-f]{64}\.webp$/, 'Upload a PNG, JPEG, WebP, GIF or AVIF file.')),
  ),
  about: z
    .string(missingOr('The line about you is missing.', 'The line about you must be text.'))
    .check(
      z.trim(),
      z.maxLength(
        limits.personAbout,
        `The line about you can have at most ${limits.personAbout} characters.`,
      ),
      z.refine(isPlainText, "The line about you has a character that can't be shown."),
    ),
})
export type Profile = z.infer<typeof profileSchema>
