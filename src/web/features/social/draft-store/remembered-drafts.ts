import * as z from 'zod/mini'
import { briefSchema, draftSchema } from '../../../../shared/social.ts'
import { type ChosenAgent, chosenAgentSchema } from '../../../blocks/saved-draft/chosen-agent.ts'
import { persistedById, thisBrowser, thisTab } from '../../../blocks/saved-draft/persisted.ts'
import { briefValuesSchema } from './brief-values.ts'

const rememberedDraftsSchema = z.object({
  /** Null while nobody is signed in. */
  owner: z.nullable(z.string()),
  id: z.uuid(),
  values: briefValuesSchema,
  brief: z.nullable(briefSchema),
  /** Texts that are too long for the server are stored too. */
  drafts: z.array(z.extend(draftSchema, { content: z.string() })),
  /** The revision that the drafts are based on, and whether there are unsaved changes. */
  revision: z.int(),
  unsaved: z.boolean(),
})

/** What a tab stores of one brief: the form's values, and drafts that are not saved elsewhere. */
export type RememberedDrafts = z.infer<typeof rememberedDraftsSchema>

/** Stored by the id in the address, or `new`. It survives leaving the screen and a reload, until the tab is closed. */
export const rememberedDrafts = persistedById('socialDesks', rememberedDraftsSchema, { ...thisTab, most: 10 })

const lastAgent = persistedById('socialAgent', chosenAgentSchema, { ...thisBrowser, most: 1 })

export const recallAgent = (): ChosenAgent | null => lastAgent.recall('last') ?? null
export const rememberAgent = (agent: ChosenAgent): void => lastAgent.remember('last', agent)

export const memoryKey = (owner: string | null, addressed: string | null) =>
  `${owner ?? 'visitor'} ${addressed ?? 'new'}`
