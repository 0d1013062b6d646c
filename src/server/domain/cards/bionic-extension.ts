import * as z from 'zod/mini'
import { categories } from '../../../shared/agents/agent-defaults.ts'
import { newAgentSchema } from '../../../shared/agents/agents.ts'
import { lorebookSchema, personaSchema } from '../../../shared/agents/persona.ts'

/** What only agents of this product have, in `extensions.bionic` of a card. */
export const bionicExtensionSchema = z.object({
  category: z.enum(categories),
  description: newAgentSchema.shape.description,
  knowledge_domains: newAgentSchema.shape.knowledgeDomains,
  capabilities: newAgentSchema.shape.capabilities,
})
export type BionicExtension = z.infer<typeof bionicExtensionSchema>

/** The same in `settings.bionic` of an ElizaOS character, which has no place for most of a persona. */
export const elizaExtensionSchema = z.extend(bionicExtensionSchema, {
  persona: personaSchema,
  lorebook: z.nullable(lorebookSchema),
  /** How many of the last items of `bio` are the background. */
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
