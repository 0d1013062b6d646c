import * as z from 'zod/mini'
import { factSchema, memoryChoiceSchema, memoryFileSchema } from '../memory/facts.ts'
import { memoryLimits } from '../memory/memory-limits.ts'
import { isPlainLine } from '../text/plain-text.ts'
import { moment, storedName } from './export-fields.ts'

const exportedFactSchema = z.object({
  ...z.omit(factSchema, { id: true, number: true }).shape,
  createdAt: moment,
  updatedAt: moment,
  text: z.string().check(z.maxLength(memoryLimits.fact), z.refine(isPlainLine, 'A fact is one plain line.')),
  history: z
    .array(
      z.object({
        ...factSchema.shape.history._zod.def.element.shape,
        text: z.string().check(z.maxLength(memoryLimits.fact), z.refine(isPlainLine)),
        until: moment,
      }),
    )
    .check(z.maxLength(memoryLimits.history)),
})

/** More than two wallets together can have, one of which took over what the other had. */
const MOST_FACTS = 10 * memoryLimits.facts

/** `memory/*.json`: what an agent remembers of the wallet, oldest first. The panel of a memory reads it as well. */
export const exportedMemorySchema = z.object({
  format: memoryFileSchema.shape.format,
  version: memoryFileSchema.shape.version,
  /** Of the agent. */
  id: z.uuid(),
  agentName: storedName,
  state: z.enum(['on', 'off']),
  also: memoryChoiceSchema.shape.also,
  facts: z.array(exportedFactSchema).check(z.maxLength(MOST_FACTS)),
})
export type ExportedMemory = z.infer<typeof exportedMemorySchema>
