import * as z from 'zod/mini'
import { persistedById, thisBrowser, thisTab } from '../../../blocks/saved-draft/persisted.ts'
import { type BriefValues, briefValuesSchema } from './brief-values.ts'

export interface KeptBrief {
  values: BriefValues
  /** The run that was requested with these fields and whose response is missing: a retry uses the same id. */
  asked: { id: string; fields: string } | null
}

const keptBriefSchema = z.object({
  values: briefValuesSchema,
  asked: z.nullable(z.object({ id: z.uuid(), fields: z.string() })),
})

/** It survives leaving the screen and a reload, until the tab is closed. */
export const keptBriefs = persistedById<KeptBrief>('swarmBriefs', keptBriefSchema, { ...thisTab, most: 3 })

/** The last started brief in this browser, because people often use the same agents again. */
export const lastBriefs = persistedById<BriefValues>('swarmLast', briefValuesSchema, {
  ...thisBrowser,
  most: 3,
})

/** The storage key: agents that only one wallet can see are not shown to another. */
export const memoryKey = (owner: string | null) => owner ?? 'visitor'
