import * as z from 'zod/mini'
import { isPlainLine, isVisible, missingOr, tooLong } from '../text/plain-text.ts'

export const dialects = ['chat', 'responses', 'messages'] as const
/** The protocols of models: OpenAI's chat completions and Responses, and Anthropic's Messages. */
export type Dialect = (typeof dialects)[number]

export const ownKeyLimits = { keys: 10, name: 60, key: 400, address: 300 } as const

const capSchema = z.nullable(
  z
    .int('A cap is a whole number.')
    .check(z.gte(1, 'A cap is at least 1.'), z.lte(1_000_000_000, 'A cap is at most 1,000,000,000.')),
)

/** What may be spent in a day (UTC) of this key; null for no cap. */
export const keyCapsSchema = z.strictObject({
  words: capSchema,
  /** In cents of a US dollar. Without known prices it can't be counted, which the screen says. */
  cents: capSchema,
  /** The words a day of each person who talks with the owner's agents on this key. */
  wordsEach: capSchema,
})
export type KeyCaps = z.infer<typeof keyCapsSchema>

const nameSchema = z
  .string(missingOr('Give it a name.', 'The name must be text.'))
  .check(
    z.trim(),
    z.minLength(1, 'Give it a name.'),
    z.maxLength(ownKeyLimits.name, tooLong('A name', ownKeyLimits.name)),
    z.refine(isVisible, 'Give it a name.'),
    z.refine(isPlainLine, 'The name must be one line of plain characters.'),
  )

/** The preset of a provider that is reached at an address of one's own. */
export const CUSTOM_PRESET = 'custom'

export const enterModelAddress = 'Enter the address of the model server, such as https://models.example/v1.'

/** The body of `POST /api/me/model-keys`. The key is tested at once, and never leaves the server again. */
export const newOwnKeySchema = z.strictObject({
  id: z.uuid('The id must be a UUID.'),
  name: nameSchema,
  /** The id of a preset, or `custom` with an address. */
  preset: z.string('Choose a provider.').check(z.minLength(1, 'Choose a provider.'), z.maxLength(40)),
  dialect: z.optional(z.enum(dialects, 'Choose a protocol.')),
  address: z.optional(
    z
      .string('The address must be text.')
      .check(
        z.trim(),
        z.maxLength(ownKeyLimits.address, tooLong('An address', ownKeyLimits.address)),
        z.regex(/^https?:\/\/[^\s/]/i, enterModelAddress),
      ),
  ),
  key: z
    .string(missingOr('Paste the key.', 'The key must be text.'))
    .check(
      z.trim(),
      z.minLength(1, 'Paste the key.'),
      z.maxLength(ownKeyLimits.key, tooLong('A key', ownKeyLimits.key)),
      z.regex(
        /^[\x21-\x7e]*$/,
        'This is not a key: keys have no spaces and no special letters. Copy it again.',
      ),
    ),
})
export type NewOwnKey = z.infer<typeof newOwnKeySchema>

/** The body of `PATCH /api/me/model-keys/{id}`. */
export const ownKeyChangesSchema = z
  .strictObject({ name: z.optional(nameSchema), caps: z.optional(keyCapsSchema) })
  .check(
    z.refine((changes) => Object.keys(changes).length > 0, {
      error: 'Nothing to change.',
      when: ({ issues }) => issues.length === 0,
    }),
  )
export type OwnKeyChanges = z.infer<typeof ownKeyChangesSchema>

export const ownKeySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  preset: z.string(),
  provider: z.string(),
  /** Only of a custom one. */
  address: z.nullable(z.string()),
  /** The key's last four characters; empty for a short one. */
  ending: z.string(),
  caps: keyCapsSchema,
  models: z.int(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.nullable(z.iso.datetime()),
  /** What was spent of it today. */
  today: z.object({ words: z.int(), cents: z.nullable(z.number()) }),
})
export type OwnKey = z.infer<typeof ownKeySchema>

/** The response of `GET /api/me/model-keys`. */
export const ownKeysSchema = z.object({
  keys: z.array(ownKeySchema),
  /** Where the secret comes from that keys are encrypted under: the operator's setting, or a file made in the data folder. */
  secret: z.enum(['setting', 'file']),
  presets: z.array(z.object({ id: z.string(), name: z.string(), keysAt: z.nullable(z.string()) })),
})
export type OwnKeys = z.infer<typeof ownKeysSchema>
