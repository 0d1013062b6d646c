import * as z from 'zod/mini'
import { fallbacks } from '../../../shared/agents/agent-fields.ts'
import { contentSchema } from '../../../shared/agents/agents.ts'
import { lorebookSchema, personaSchema } from '../../../shared/agents/persona.ts'
import { shownChoice } from '../../../shared/models/model-choice.ts'
import { shownTools } from '../../../shared/tools/agent-tools.ts'
import type { CardAgent } from './card-draft.ts'

/** The fields that no format of cards has a place for, by their names in `extensions.bionic` of a card. */
const extensionKeys = {
  category: 'category',
  description: 'description',
  knowledgeDomains: 'knowledge_domains',
  capabilities: 'capabilities',
  model: 'model',
  tools: 'tools',
} as const satisfies Record<Exclude<keyof CardAgent, 'name' | 'personality'>, string>

type Keys = typeof extensionKeys
type ExtensionField = keyof Keys
const extensionFields = Object.keys(extensionKeys) as ExtensionField[]

export const bionicExtensionSchema = z.object(
  Object.fromEntries(extensionFields.map((field) => [extensionKeys[field], contentSchema.shape[field]])) as {
    [Field in ExtensionField as Keys[Field]]: (typeof contentSchema.shape)[Field]
  },
)
type BionicExtension = z.infer<typeof bionicExtensionSchema>

export function bionicOf(agent: CardAgent): BionicExtension {
  // A card goes anywhere, so it says nothing of an own key or of servers.
  const shown = { ...agent, model: shownChoice(agent.model), tools: shownTools(agent.tools) }
  return Object.fromEntries(
    extensionFields.map((field) => [extensionKeys[field], shown[field]]),
  ) as BionicExtension
}

/** What an extension says of an agent; without one, what an agent of a format without the field has. */
export function fromBionic(extension: BionicExtension | null): FromExtension {
  const given = extension && extensionFields.map((field) => [field, extension[extensionKeys[field]]])
  return given ? Object.fromEntries(given) : cardFallbacks
}
type FromExtension = Partial<CardAgent> & typeof cardFallbacks
const cardFallbacks = (({ imageUrl: _, pumpToken: __, ...others }) => others)(fallbacks)

/** The same in `settings.bionic` of an ElizaOS character, which has no place for most of a persona. */
export const elizaExtensionSchema = z.extend(bionicExtensionSchema, {
  persona: personaSchema,
  lorebook: z.nullable(lorebookSchema),
  background_items: z.int().check(z.gte(0), z.lte(1)),
})
export type ElizaExtension = z.infer<typeof elizaExtensionSchema>

/** Parses an extension; null if it is missing or was changed to something that is not valid. */
export function readExtension<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
): z.output<Schema> | null {
  const parsed = schema.safeParse(value)
  return parsed.success ? parsed.data : null
}
