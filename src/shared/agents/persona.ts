import * as z from 'zod/mini'
import { limits } from '../common/limits.ts'
import { isPlainText, missingOr } from '../text/plain-text.ts'

const longText = (label: string) =>
  z
    .string(missingOr(`${label} is missing.`, `${label} must be text.`))
    .check(
      z.maxLength(
        limits.personaText,
        `${label} can have at most ${limits.personaText.toLocaleString('en-US')} characters.`,
      ),
      z.refine(isPlainText, `${label} has a character that can't be shown.`),
    )

/** `{{char}}` and `{{user}}` stand for names in every text, `{{original}}` for the text that one replaces. */
export const personaSchema = z.strictObject({
  /** A conversation opens with the first one; the others are its alternatives. */
  greetings: z
    .array(longText('A greeting'))
    .check(z.maxLength(limits.personaGreetings, `Give at most ${limits.personaGreetings} greetings.`)),
  /** Follows the personality in the system message. */
  background: longText('The background'),
  /** Replaces the product's own, which it can include as `{{original}}`; empty to keep it. */
  systemPrompt: longText('The system prompt'),
  /** Dialogue in which `<START>` begins each example. */
  exampleMessages: longText('The example messages'),
  /** Follows the newest message of the person. */
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

/** As `character_book` of Character Card V2 and V3 spells it. What is not used is kept for an export. */
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
  /** The newest messages that are searched for keys. */
  scan_depth: z.optional(z.number()),
  /** The tokens that entries may take in one prompt. */
  token_budget: z.optional(z.number()),
  /** Whether entries that have entered are searched for keys as well. */
  recursive_scanning: z.optional(z.boolean()),
  extensions: z.optional(z.record(z.string(), z.unknown())),
  entries: z.array(loreEntrySchema).check(z.maxLength(limits.loreEntries)),
})
export type Lorebook = z.infer<typeof lorebookSchema>

export interface EditedPersona {
  persona: Persona | null
  lorebook: Lorebook | null
}

export interface AnsweringPersona {
  persona: Persona
  lorebook: Lorebook | null
  /** The asking person's chosen name; null without one, or where several speak. */
  person: string | null
}
