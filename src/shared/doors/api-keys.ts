import * as z from 'zod/mini'
import { limits } from '../common/limits.ts'
import { sentMoment } from '../common/moment.ts'
import { isPlainLine, isVisible, missingOr, tooLong } from '../text/plain-text.ts'

/** People and scanners for leaked secrets recognise it. */
export const KEY_PREFIX = 'bk_'

/** The prefix, and 32 random bytes in base64url. */
export const keyPattern = /^bk_[A-Za-z0-9_-]{43}$/

const keyWords = { min: 100, max: 10_000_000 } as const

/** The longest validity, in days. */
export const KEY_DAYS = 3_650

const keyName = z
  .string(missingOr('Give the key a name, so you can recognise it later.', 'The name must be text.'))
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

/** The key itself is shown once, when it is made. */
export const apiKeySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  ending: z.string(),
  /** Null for all agents that the wallet can use. */
  agent: z.nullable(z.object({ id: z.uuid(), name: z.string() })),
  /** Words that it can receive in a UTC day; null for no limit of its own. */
  wordsADay: z.nullable(z.int()),
  /** To within some seconds. */
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
  expiresAt: z.optional(z.nullable(sentMoment('The expiry must be a time in ISO 8601, in UTC.'))),
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

/** The only response that contains the key itself. */
export const madeApiKeySchema = z.object({ key: z.string(), apiKey: apiKeySchema })
export type MadeApiKey = z.infer<typeof madeApiKeySchema>

/** The response of `GET /api/me/keys`, newest first; expired keys are listed. */
export const apiKeysSchema = z.object({ keys: z.array(apiKeySchema) })
