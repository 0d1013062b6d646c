import * as z from 'zod/mini'
import { createPageMemory } from '../../../lib/router/page-memory.ts'
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
export const keptBriefs = createPageMemory({
  storage: () => sessionStorage,
  name: 'swarmBriefs',
  most: 3,
  isValue: (value): value is KeptBrief => keptBriefSchema.safeParse(value).success,
})

/** What was begun last, in this browser: the same people are asked again and again. */
export const lastBriefs = createPageMemory({
  storage: () => localStorage,
  name: 'swarmLast',
  most: 3,
  isValue: (value): value is BriefValues => briefValuesSchema.safeParse(value).success,
})

/** Under what it is remembered: agents that one wallet alone can see are not shown to the next. */
export const memoryKey = (owner: string | null) => owner ?? 'visitor'
