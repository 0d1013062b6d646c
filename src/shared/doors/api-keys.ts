import * as z from 'zod/mini'
import { limits } from '../common/limits.ts'
import { isPlainLine, isVisible, tooLong } from '../text/plain-text.ts'

/** What a key begins with, so that people and scanners for leaked secrets recognise it. */
export const KEY_PREFIX = 'bk_'

/** A key is this prefix and 32 random bytes in base64url. */
export const keyPattern = /^bk_[A-Za-z0-9_-]{43}$/

/** The range of a key's own limit on the words that it receives in a day. */
const keyWords = { min: 100, max: 10_000_000 } as const

/** The most days that a key can be valid, if it expires at all. */
export const KEY_DAYS = 3_650

const keyName = z
  .string('The name must be text.')
  .check(
    z.trim(),
    z.minLength(1, 'Give the key a name, so you can recognise it later.'),
    z.maxLength(limits.apiKeyName, tooLong('A name', limits.apiKeyName)),
    z.refine(isVisible, 'Give the key a name, so you can recognise it later.'),
    z.refine(isPlainLine, 'The name must be one line of plain characters.'),
  )

const range = `${keyWords.min.toLocaleString('en-US')} to ${keyWords.max.toLocaleString('en-US')}`
const wordsADay = z.nullable(
  z
    .int('The daily word limit must be a whole number.')
    .check(
      z.gte(keyWords.min, `The daily word limit must be ${range}.`),
      z.lte(keyWords.max, `The daily word limit must be ${range}.`),
    ),
)

/** An API key as its owner sees it. The key itself is shown once, when it is made. */
export const apiKeySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Its last characters, by which a person recognises it. */
  ending: z.string(),
  /** The only agent that it can use; null for all that the wallet can use. */
  agent: z.nullable(z.object({ id: z.uuid(), name: z.string() })),
  /** The words of agents that it can receive in a day (UTC); null for no limit of its own. */
  wordsADay: z.nullable(z.int()),
  /** The words that it received today (UTC), to within some seconds. */
  wordsToday: z.int(),
  /** Null if it does not expire. */
  expiresAt: z.nullable(z.iso.datetime()),
  createdAt: z.iso.datetime(),
  /** To within a minute; null until it is used. */
  lastUsedAt: z.nullable(z.iso.datetime()),
})
export type ApiKey = z.infer<typeof apiKeySchema>

export const newApiKeySchema = z.strictObject({
  name: keyName,
  agentId: z.optional(z.nullable(z.uuid('The agent id must be a UUID.'))),
  wordsADay: z.optional(wordsADay),
  expiresAt: z.optional(z.nullable(z.iso.datetime('The expiry must be a time in ISO 8601, in UTC.'))),
})
export type NewApiKey = z.infer<typeof newApiKeySchema>

export const apiKeyChangesSchema = z
  .strictObject({ name: z.optional(keyName), wordsADay: z.optional(wordsADay) })
  .check(
    z.refine((changes) => Object.keys(changes).length > 0, {
      error: 'Nothing to change.',
      when: ({ issues }) => issues.length === 0,
    }),
  )
export type ApiKeyChanges = z.infer<typeof apiKeyChangesSchema>

/** The response of `POST /api/me/keys`: the only one that contains the key itself. */
export const madeApiKeySchema = z.object({ key: z.string(), apiKey: apiKeySchema })
export type MadeApiKey = z.infer<typeof madeApiKeySchema>

/** The response of `GET /api/me/keys`, newest first. Expired keys are listed until they are removed. */
export const apiKeysSchema = z.object({ keys: z.array(apiKeySchema) })
