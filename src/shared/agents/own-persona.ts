import * as z from 'zod/mini'
import { limits } from '../common/limits.ts'
import { isPlainText, lengthOf } from '../text/plain-text.ts'
import { lorebookSchema, personaSchema } from './persona.ts'

/** A body with a persona and its lorebook. */
export const PERSONA_BODY_BYTES = limits.cardJsonBytes

/** Per entry; secondary keys are counted apart. */
const MOST_KEYS = 100

/** Each problem stands at its field, such as `entries.3.content`. */
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
    if (lengthOf(entry.content) > limits.personaText)
      at('content', `A text can have at most ${limits.personaText.toLocaleString('en-US')} characters.`)
    for (const field of ['keys', 'secondary_keys'] as const) {
      const keys = entry[field] ?? []
      if (keys.length > MOST_KEYS) at(field, `Give at most ${MOST_KEYS} keys.`)
      if (keys.some((key) => lengthOf(key) > limits.loreKey || !isPlainText(key)))
        at(field, `A key can have at most ${limits.loreKey} characters that can be shown.`)
    }
    if (!Number.isFinite(entry.insertion_order)) at('insertion_order', 'Give a number.')
  }
})

const isCount = (value: number, most: number) => Number.isInteger(value) && value >= 0 && value <= most

/** The body of `PUT /api/agents/{id}/persona`. An imported card stays as it is. */
export const ownPersonaSchema = z.strictObject({
  persona: personaSchema,
  lorebook: z.nullable(editedLorebookSchema),
  /** Fails with `conflict` if the agent has changed since this version. */
  basedOn: z.optional(z.int('The version must be a whole number.')),
})
export type OwnPersona = z.infer<typeof ownPersonaSchema>

/** The response of `GET /api/agents/{id}/persona` and `…/versions/{number}/persona`; empty texts without a persona. */
export const storedPersonaSchema = z.object({
  persona: personaSchema,
  lorebook: z.nullable(lorebookSchema),
  version: z.int(),
})
export type StoredPersona = z.infer<typeof storedPersonaSchema>

export const savedPersonaSchema = z.pick(storedPersonaSchema, { version: true })

/** The body of `POST /api/agents/{id}/lore`: what would enter if somebody said this? */
export const tryLoreSchema = z.strictObject({
  lorebook: editedLorebookSchema,
  text: z.string().check(z.maxLength(limits.chatMessage)),
})
export type TryLore = z.infer<typeof tryLoreSchema>

export const enteredLoreSchema = z.object({
  /** False if the search took too long; nothing entered then. */
  searched: z.boolean(),
  budget: z.int(),
  /** In the order in which the budget was spent. */
  entries: z.array(
    z.object({
      index: z.int(),
      name: z.string(),
      /** Null for an entry that always enters. */
      key: z.nullable(z.string()),
      /** Counted back from the question (0); null if the key is in another entry, or across messages. */
      message: z.nullable(z.int()),
      outcome: z.enum(['entered', 'over_budget', 'not_rolled']),
      tokens: z.int(),
    }),
  ),
  /** Expressions that took too long and therefore matched nothing. */
  slow: z.array(z.string()),
})
export type EnteredLore = z.infer<typeof enteredLoreSchema>

/** Computed again with the present lorebook: it may differ from what was sent if the persona was `editedSince`. */
export const replyLoreSchema = z.object({ ...enteredLoreSchema.shape, editedSince: z.boolean() })
export type ReplyLore = z.infer<typeof replyLoreSchema>
