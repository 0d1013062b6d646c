import * as z from 'zod/mini'
import { briefSchema, draftSchema } from '../../../../shared/social.ts'
import { persistedById, thisBrowser, thisTab } from '../../../blocks/saved-draft/persisted.ts'
import { briefValuesSchema, type ChosenAgent, chosenAgentSchema } from './brief-values.ts'

const rememberedDraftsSchema = z.object({
  /** Null while nobody is signed in. */
  owner: z.nullable(z.string()),
  id: z.uuid(),
  values: briefValuesSchema,
  brief: z.nullable(briefSchema),
  /** Not limited, since too long texts are stored as well. */
  drafts: z.array(z.extend(draftSchema, { content: z.string() })),
  /** What the drafts are based on, and whether changes are unsaved. */
  revision: z.int(),
  unsaved: z.boolean(),
})

/** Drafts that are not saved elsewhere. */
export type RememberedDrafts = z.infer<typeof rememberedDraftsSchema>

/** By the id in the address, or `new`. It survives a reload, until the tab is closed. */
export const rememberedDrafts = persistedById('socialDesks', rememberedDraftsSchema, { ...thisTab, most: 10 })

const lastAgent = persistedById('socialAgent', chosenAgentSchema, { ...thisBrowser, most: 1 })

export const recallAgent = (): ChosenAgent | null => lastAgent.recall('last') ?? null
export const rememberAgent = (agent: ChosenAgent): void => lastAgent.remember('last', agent)
