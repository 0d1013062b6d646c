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
  /** A message that was being sent, whose delivery is not known. */
  outgoing: z.nullable(ownMessageSchema),
})

export type StoredDraft = z.infer<typeof keptWritingSchema>

/** They survive leaving the screen and a reload, until the tab is closed. */
export const storedDrafts = persistedById('realmWritings', keptWritingSchema, { ...thisTab, most: 30 })
