import * as z from 'zod/mini'
import { briefSchema, draftSchema } from '../../../../shared/social.ts'
import { createPageMemory } from '../../../lib/router/page-memory.ts'
import { briefValuesSchema, type ChosenAgent, chosenAgentSchema } from './brief-values.ts'

const keptDeskSchema = z.object({
  /** The wallet that it is kept for; null while nobody is signed in. */
  owner: z.nullable(z.string()),
  id: z.uuid(),
  values: briefValuesSchema,
  brief: z.nullable(briefSchema),
  /** What is too long to be kept for a wallet is remembered all the same. */
  drafts: z.array(z.extend(draftSchema, { content: z.string() })),
  /** The revision that the drafts follow, and whether anything of them was not stored. */
  revision: z.int(),
  unsaved: z.boolean(),
})

/** What a tab remembers of one brief: what was typed, and drafts that nobody else has. */
export type KeptDesk = z.infer<typeof keptDeskSchema>

/** By the id in the address, or `new`; it survives leaving the screen and a reload, not the tab. */
export const keptDesks = createPageMemory({
  storage: () => sessionStorage,
  name: 'socialDesks',
  most: 10,
  isValue: (value): value is KeptDesk => keptDeskSchema.safeParse(value).success,
})

/** Who was chosen last, in this browser. */
const lastAgent = createPageMemory({
  storage: () => localStorage,
  name: 'socialAgent',
  most: 1,
  isValue: (value): value is ChosenAgent => chosenAgentSchema.safeParse(value).success,
})

export const recallAgent = (): ChosenAgent | null => lastAgent.recall('last') ?? null
export const rememberAgent = (agent: ChosenAgent): void => lastAgent.remember('last', agent)
