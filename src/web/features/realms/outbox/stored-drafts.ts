import * as z from 'zod/mini'
import { persistedById, thisTab } from '../../../blocks/saved-draft/persisted.ts'

const ownMessageSchema = z.object({
  id: z.uuid(),
  author: z.string(),
  content: z.string(),
  createdAt: z.iso.datetime(),
  replyTo: z.nullable(z.int()),
})

const keptWritingSchema = z.object({
  draft: z.string(),
  replyTo: z.nullable(z.int()),
  /** On its way: whether it arrived was not known yet. */
  outgoing: z.nullable(ownMessageSchema),
})

/** What is remembered of somebody's writing in one realm. */
export type StoredDraft = z.infer<typeof keptWritingSchema>

/** By realm; it survives leaving the screen and a reload, not the tab. */
export const storedDrafts = persistedById('realmWritings', keptWritingSchema, { ...thisTab, most: 30 })
