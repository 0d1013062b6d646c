import * as z from 'zod/mini'
import { limits } from '../common/limits.ts'
import { isPlainText } from '../text/plain-text.ts'

const longText = (label: string) =>
  z
    .string(`${label} must be text.`)
    .check(
      z.maxLength(
        limits.personaText,
        `${label} can have at most ${limits.personaText.toLocaleString('en-US')} characters.`,
      ),
      z.refine(isPlainText, `${label} has a character that can't be shown.`),
    )

/**
 * How an agent opens, sounds and stays in character, as character cards describe it. Agents without a persona answer
 * from their personality alone. `{{char}}` and `{{user}}` stand for names in every text, and `{{original}}` for the text
 * that the persona's own takes the place of.
 */
export const personaSchema = z.strictObject({
  /** The agent's first messages: a conversation opens with the first, and the others are its alternatives. */
  greetings: z
    .array(longText('A greeting'))
    .check(z.maxLength(limits.personaGreetings, `Give at most ${limits.personaGreetings} greetings.`)),
  /** More about the character and the scene. It follows the personality in the system message. */
  background: longText('The background'),
  /** Replaces the product's own system message, which it can include as `{{original}}`; empty to keep it. */
  systemPrompt: longText('The system prompt'),
  /** Dialogue in which `<START>` begins each example. */
  exampleMessages: longText('The example messages'),
  /** Follows the newest message of the person; empty for none. */
  postHistoryInstructions: longText('The closing instructions'),
  /** What `{{char}}` stands for; empty for the agent's name. */
  nickname: z.string().check(z.maxLength(limits.agentName)),
})
export type Persona = z.infer<typeof personaSchema>

export const NO_PERSONA: Persona = {
  greetings: [],
  background: '',
  systemPrompt: '',
  exampleMessages: '',
  postHistoryInstructions: '',
  nickname: '',
}

/**
 * One entry of a lorebook, as `character_book` of Character Card V2 and V3 spells it. Fields and extensions that are not
 * used are kept, so that an export contains them again.
 */
export const loreEntrySchema = z.looseObject({
  keys: z.array(z.string()),
  secondary_keys: z.optional(z.array(z.string())),
  content: z.string(),
  enabled: z.boolean(),
  insertion_order: z.number(),
  case_sensitive: z.optional(z.nullable(z.boolean())),
  use_regex: z.optional(z.boolean()),
  constant: z.optional(z.boolean()),
  selective: z.optional(z.boolean()),
  name: z.optional(z.string()),
  comment: z.optional(z.string()),
  priority: z.optional(z.number()),
  position: z.optional(z.string()),
  id: z.optional(z.union([z.number(), z.string()])),
  extensions: z.optional(z.record(z.string(), z.unknown())),
})
export type LoreEntry = z.infer<typeof loreEntrySchema>

/** Facts that enter a prompt when their keys occur in what was said last (`character_book`, `lorebook_v3`). */
export const lorebookSchema = z.looseObject({
  name: z.optional(z.string()),
  description: z.optional(z.string()),
  /** The number of newest messages that are searched for keys. */
  scan_depth: z.optional(z.number()),
  /** The tokens that entries may take in one prompt. */
  token_budget: z.optional(z.number()),
  /** Whether entries that have entered are searched for keys as well. */
  recursive_scanning: z.optional(z.boolean()),
  extensions: z.optional(z.record(z.string(), z.unknown())),
  entries: z.array(loreEntrySchema).check(z.maxLength(limits.loreEntries)),
})
export type Lorebook = z.infer<typeof lorebookSchema>

/** What the owner of an agent edits of its persona; both are null for an agent without one. */
export interface EditedPersona {
  persona: Persona | null
  lorebook: Lorebook | null
}

/** The persona of an agent that answers, as it is read together with the agent. */
export interface AnsweringPersona {
  persona: Persona
  lorebook: Lorebook | null
  /** The name that the person who asks has chosen; null without one, or where several speak. */
  person: string | null
}
