import * as z from 'zod/mini'
import { persistedById, thisBrowser, thisTab } from '../../../blocks/saved-draft/persisted.ts'
import { type BriefValues, briefValuesSchema } from './brief-values.ts'

/** What is remembered of the form. */
export interface KeptBrief {
  values: BriefValues
  /** The run that was asked for with these fields, whose answer has not come: asked again it is the same run. */
  asked: { id: string; fields: string } | null
}

const keptBriefSchema = z.object({
  values: briefValuesSchema,
  asked: z.nullable(z.object({ id: z.uuid(), fields: z.string() })),
})

/** What a tab remembers of the form; it survives leaving the screen and a reload, not the tab. */
export const keptBriefs = persistedById<KeptBrief>('swarmBriefs', keptBriefSchema, { ...thisTab, most: 3 })

/** What was begun last, in this browser: the same people are asked again and again. */
export const lastBriefs = persistedById<BriefValues>('swarmLast', briefValuesSchema, {
  ...thisBrowser,
  most: 3,
})

/** Under what it is remembered: agents that one wallet alone can see are not shown to the next. */
export const memoryKey = (owner: string | null) => owner ?? 'visitor'
