import * as z from 'zod/mini'
import { modelRefSchema } from '../../../../../shared/models/model-choice.ts'
import { modelPricesSchema } from '../../../../../shared/models/models.ts'
import { dialects } from '../../../../../shared/models/own-keys.ts'
import { KEY_VARIABLE } from '../../../../base/env.ts'
import { presetOf } from '../../presets.ts'

/** Which variables may hold a key, so that nothing else of the environment can be sent to a provider. */

export const noKey =
  'must not be in this file: put the key into a variable whose name ends in _API_KEY and name that in "keyFrom", or into a file of its own and name that in "keyFile".'

const described = (text: string) => z.meta({ description: text })

const flag = (what: string) => z.optional(z.boolean('must be true or false.').check(described(what)))

const facts = {
  window: z.optional(
    z
      .int('must be a whole number of tokens.')
      .check(
        z.gte(2_048, 'must be at least 2048 tokens.'),
        z.lte(100_000_000, 'must be at most 100000000 tokens.'),
        described('Tokens of its window.'),
      ),
  ),
  sees: flag('Whether it sees pictures.'),
  tools: flag('Whether it can call tools.'),
  reasons: flag('Whether it reasons before it answers.'),
  prices: z.optional(modelPricesSchema.check(described('US dollars for a million tokens.'))),
}

const ref = (what: string) =>
  z.string('must be the name of a model, such as "openai/gpt-4o".').check(
    z.refine(
      (text) => modelRefSchema.safeParse(text).success && !text.startsWith('key:'),
      'must be the name of a provider, a slash and the name of a model, such as "openai/gpt-4o".',
    ),
    described(what),
  )

const entryName = z
  .string('must be the name of a model.')
  .check(
    z.minLength(1, 'must not be empty.'),
    z.maxLength(200, 'must have at most 200 characters.'),
    described('The name that the provider knows it by; * stands for any text.'),
  )

const entrySchema = z.union(
  [
    entryName,
    z.strictObject({
      name: entryName,
      ...facts,
      secondChoice: z.optional(
        z.nullable(ref('Asked where this one is busy or fails before its first word; null for none.')),
      ),
    }),
  ],
  'must be the name of a model, or an object with its "name" and what is known of it (window, sees, tools, reasons, prices, secondChoice).',
)

const providerId = z
  .string()
  .check(
    z.regex(
      /^[a-z0-9][a-z0-9._-]{0,39}$/,
      'is no name of a provider: small letters, digits, dots, hyphens and underscores, 40 at most.',
    ),
  )

const providerSchema = z.strictObject({
  preset: z.optional(
    z.string('must be the name of a preset.').check(
      z.refine((id) => presetOf(id) !== null, 'is no preset that is known.'),
      described('Where the address and the dialect come from; by default what the provider is called.'),
    ),
  ),
  name: z.optional(
    z
      .string('must be a text.')
      .check(
        z.minLength(1, 'must not be empty.'),
        z.maxLength(60, 'must have at most 60 characters.'),
        described('What people read.'),
      ),
  ),
  dialect: z.optional(
    z
      .enum(dialects, `must be ${dialects.join(', ')}.`)
      .check(described('chat: chat completions. responses: OpenAI’s. messages: Anthropic’s.')),
  ),
  baseUrl: z.optional(
    z
      .string('must be an address.')
      .check(
        z.refine(isPlainAddress, 'must be an address such as https://models.example/v1, without a password.'),
        described('The address that /models and the rest are under.'),
      ),
  ),
  keyFrom: z.optional(
    z
      .string(noKey)
      .check(
        z.regex(
          KEY_VARIABLE,
          `must be the name of a variable that ends in _API_KEY. The key itself ${noKey}`,
        ),
        described('The environment variable that holds the key.'),
      ),
  ),
  keyFile: z.optional(
    z
      .string('must be the path of a file.')
      .check(z.minLength(1, 'must not be empty.'), described('A file that holds the key alone.')),
  ),
  models: z.optional(
    z
      .array(entrySchema, 'must be a list.')
      .check(
        z.maxLength(500, 'must have at most 500 models.'),
        described('Only these can be chosen; without it all that the provider lists.'),
      ),
  ),
})

export const modelsFileSchema = z.strictObject({
  $schema: z.optional(z.string()),
  standard: z.optional(ref('What answers where nothing is chosen.')),
  secondChoice: z.optional(
    z.nullable(
      ref('Asked where a model is busy or fails before its first word, unless its entry names another.'),
    ),
  ),
  providers: z.optional(
    z
      .record(providerId, providerSchema, 'must be an object.')
      .check(z.refine((all) => Object.keys(all).length <= 50, 'has more than 50 providers.')),
  ),
})
export type ModelsFile = z.infer<typeof modelsFileSchema>
export type FileProvider = z.infer<typeof providerSchema>

const objectEntry = (entry: z.infer<typeof entrySchema>) =>
  typeof entry === 'string' ? { name: entry } : entry
export type FileEntry = ReturnType<typeof objectEntry>

export function entriesOf({ models }: FileProvider): readonly FileEntry[] | null {
  return models?.map(objectEntry) ?? null
}

function isPlainAddress(text: string): boolean {
  const url = URL.parse(text)
  if (!url || !['http:', 'https:'].includes(url.protocol)) return false
  return url.username === '' && url.password === '' && url.search === '' && url.hash === ''
}
