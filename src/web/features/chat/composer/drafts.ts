import { createPageMemory } from '../../../lib/page-memory.ts'

/** What is typed but not sent, by conversation: it survives leaving the screen and a reload, not the tab. */
export const drafts = createPageMemory({
  storage: () => sessionStorage,
  name: 'chatDrafts',
  most: 30,
  isValue: (value): value is string => typeof value === 'string',
})
