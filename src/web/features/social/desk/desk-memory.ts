import * as z from 'zod/mini'
import { briefSchema, draftSchema } from '../../../../shared/social.ts'
import { persistedById, thisBrowser, thisTab } from '../../../blocks/saved-draft/persisted.ts'
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
export const keptDesks = persistedById('socialDesks', keptDeskSchema, { ...thisTab, most: 10 })

/** Who was chosen last, in this browser. */
const lastAgent = persistedById('socialAgent', chosenAgentSchema, { ...thisBrowser, most: 1 })

export const recallAgent = (): ChosenAgent | null => lastAgent.recall('last') ?? null
export const rememberAgent = (agent: ChosenAgent): void => lastAgent.remember('last', agent)
