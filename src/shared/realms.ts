import * as z from 'zod/mini'
import { limits } from './limits.ts'
import { pageQuery } from './page-query.ts'
import { isPlainLine, isPlainText, isVisible } from './plain-text.ts'

export const realmSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string(),
  createdBy: z.string(),
  participants: z.array(z.string()),
  createdAt: z.iso.datetime(),
})
export type Realm = z.infer<typeof realmSchema>

export const realmPageSchema = z.object({ realms: z.array(realmSchema), nextCursor: z.nullable(z.string()) })
export type RealmPage = z.infer<typeof realmPageSchema>

/** The body of `POST /api/realms`; the creator is the session's wallet. */
export const newRealmSchema = z.strictObject({
  id: z.optional(z.uuid('The id must be a UUID.')),
  name: z
    .string('A name is required.')
    .check(
      z.trim(),
      z.minLength(1, 'A name is required.'),
      z.maxLength(limits.realmName, `A name can have at most ${limits.realmName} characters.`),
      z.refine(isVisible, 'A name is required.'),
      z.refine(isPlainLine, 'A name must be one line of plain characters.'),
    ),
  description: z
    .string('A description is required.')
    .check(
      z.trim(),
      z.maxLength(
        limits.realmDescription,
        `A description can have at most ${limits.realmDescription} characters.`,
      ),
      z.refine(isPlainText, "The description has a character that can't be shown."),
    ),
})
export type NewRealm = z.infer<typeof newRealmSchema>

/** The query of `GET /api/realms`. */
export const realmListQuerySchema = z.object(pageQuery)
export type RealmListQuery = z.infer<typeof realmListQuerySchema>
