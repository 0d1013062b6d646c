import * as z from 'zod/mini'
import { limits } from '../common/limits.ts'
import { isPlainText } from '../text/plain-text.ts'
import { type Lorebook, lorebookSchema, personaSchema } from './persona.ts'

/** The maximum size of a body with a persona and its lorebook, in bytes. */
export const PERSONA_BODY_BYTES = limits.cardJsonBytes

/** The most keys of one entry, secondary keys counted apart. */
const MOST_KEYS = 100

/** A lorebook as its owner edits it: each problem stands at its field, such as `entries.3.content`. */
export const editedLorebookSchema = lorebookSchema.check((payload) => {
  const { entries, scan_depth: depth, token_budget: budget } = payload.value
  const fault = (path: (string | number)[], message: string) =>
    payload.issues.push({ code: 'custom', path, message, input: payload.value })
  if (depth !== undefined && !isCount(depth, 1_000)) fault(['scan_depth'], 'Give a number from 0 to 1,000.')
  if (budget !== undefined && !isCount(budget, 1_000_000))
    fault(['token_budget'], 'Give a number from 0 to 1,000,000.')
  for (const [index, entry] of entries.entries()) {
    const at = (field: string, message: string) => fault(['entries', index, field], message)
    if (!isPlainText(entry.content)) at('content', "The text has a character that can't be shown.")
    if (entry.content.length > limits.personaText)
      at('content', `A text can have at most ${limits.personaText.toLocaleString('en-US')} characters.`)
    for (const field of ['keys', 'secondary_keys'] as const) {
      const keys = entry[field] ?? []
      if (keys.length > MOST_KEYS) at(field, `Give at most ${MOST_KEYS} keys.`)
      if (keys.some((key) => key.length > limits.loreKey || !isPlainText(key)))
        at(field, `A key can have at most ${limits.loreKey} characters that can be shown.`)
    }
    if (!Number.isFinite(entry.insertion_order)) at('insertion_order', 'Give a number.')
  }
})

const isCount = (value: number, most: number) => Number.isInteger(value) && value >= 0 && value <= most

/** The body of `PUT /api/agents/{id}/persona`. A card that the agent was imported from stays as it is. */
export const ownPersonaSchema = z.strictObject({
  persona: personaSchema,
  /** Null for none. */
  lorebook: z.nullable(editedLorebookSchema),
  /** The agent's version that this is based on; if it has changed since, the request fails with `conflict`. */
  basedOn: z.optional(z.int('The version must be a whole number.')),
})
export type OwnPersona = z.infer<typeof ownPersonaSchema>

/**
 * What `GET /api/agents/{id}/persona` answers, and of an earlier version
 * `GET /api/agents/{id}/versions/{number}/persona`. An agent without a persona has empty texts.
 */
export const storedPersonaSchema = z.object({
  persona: personaSchema,
  lorebook: z.nullable(lorebookSchema),
  /** The version of the agent that has it. */
  version: z.int(),
})
export type StoredPersona = z.infer<typeof storedPersonaSchema>

/** What `PUT /api/agents/{id}/persona` answers: the agent's version that has the persona. */
export const savedPersonaSchema = z.pick(storedPersonaSchema, { version: true })

/** The body of `POST /api/agents/{id}/lore`: what would enter from this lorebook if somebody said this? */
export const tryLoreSchema = z.strictObject({
  lorebook: editedLorebookSchema,
  text: z.string().check(z.maxLength(limits.chatMessage)),
})
export type TryLore = z.infer<typeof tryLoreSchema>

/** What entered a prompt from a lorebook, and why. */
export const enteredLoreSchema = z.object({
  /** False if the search took too long, so that nothing entered. */
  searched: z.boolean(),
  /** The tokens that all entries together may take. */
  budget: z.int(),
  /** In the order in which they were considered while there was budget. */
  entries: z.array(
    z.object({
      /** Its place in the lorebook. */
      index: z.int(),
      name: z.string(),
      /** The key that was found; null for an entry that always enters. */
      key: z.nullable(z.string()),
      /**
       * The message that has the key, counted back from the question (0); null if it stands in another entry, or across
       * messages.
       */
      message: z.nullable(z.int()),
      outcome: z.enum(['entered', 'over_budget', 'not_rolled']),
      tokens: z.int(),
    }),
  ),
  /** Expressions that took too long and therefore matched nothing. */
  slow: z.array(z.string()),
})
export type EnteredLore = z.infer<typeof enteredLoreSchema>

/**
 * What entered the prompt of a reply. It is computed again from what was said, with the lorebook as it is now.
 * `editedSince` says that the persona was changed after that reply, so that the result may differ from what was sent.
 */
export const replyLoreSchema = z.object({ ...enteredLoreSchema.shape, editedSince: z.boolean() })
export type ReplyLore = z.infer<typeof replyLoreSchema>

export const NO_LOREBOOK: Lorebook = { entries: [] }
