import * as z from 'zod/mini'
import { limits } from '../common/limits.ts'
import { pageQuery } from '../common/page-query.ts'
import { makerSchema } from '../people/maker.ts'
import { isPlainLine, isPlainText, isVisible } from '../text/plain-text.ts'
import { heldWordsSchema, slowSecondsSchema } from './moderation.ts'
import { turnPolicies } from './realms.ts'

// What people send about realms; a live room loads what it gets alone.

const name = z
  .string('A name is required.')
  .check(
    z.trim(),
    z.minLength(1, 'A name is required.'),
    z.maxLength(limits.realmName, `A name can have at most ${limits.realmName} characters.`),
    z.refine(isVisible, 'A name is required.'),
    z.refine(isPlainLine, 'A name must be one line of plain characters.'),
  )

const description = z
  .string('A description is required.')
  .check(
    z.trim(),
    z.maxLength(
      limits.realmDescription,
      `A description can have at most ${limits.realmDescription} characters.`,
    ),
    z.refine(isPlainText, "The description has a character that can't be shown."),
  )

const unlisted = z.boolean('Say whether it is unlisted.')

export const newRealmSchema = z.strictObject({
  id: z.optional(z.uuid('The id must be a UUID.')),
  name,
  description,
  unlisted: z.optional(unlisted),
})
export type NewRealm = z.infer<typeof newRealmSchema>

const cap = ({ min, max }: { min: number; max: number }) => {
  const message = `Choose a whole number from ${min} to ${max.toLocaleString('en-US')}.`
  return z.int(message).check(z.minimum(min, message), z.maximum(max, message))
}

export const realmChangesSchema = z
  .strictObject({
    name: z.optional(name),
    description: z.optional(description),
    unlisted: z.optional(unlisted),
    policy: z.optional(z.enum(turnPolicies, 'Choose when agents speak.')),
    agentTurns: z.optional(cap(limits.agentTurns)),
    agentWords: z.optional(cap(limits.agentWords)),
    slowSeconds: z.optional(slowSecondsSchema),
    /** Messages with one of them wait until the creator has looked at them. */
    heldWords: z.optional(heldWordsSchema),
  })
  .check(
    z.refine((changes) => Object.keys(changes).length > 0, {
      error: 'Change something.',
      // Unknown or invalid fields have been reported already.
      when: ({ issues }) => issues.length === 0,
    }),
  )
export type RealmChanges = z.infer<typeof realmChangesSchema>

export const realmListQuerySchema = z.object({ ...pageQuery, maker: z.optional(makerSchema) })
export type RealmListQuery = z.infer<typeof realmListQuerySchema>
