/** One chunk, because a first visit pays for the name of each. */

export { default as LastTalk } from '../../../blocks/memory/last-talk.tsx'
export { default as MemoryParts } from '../memory/memory-parts.tsx'
export { default as UsedHere } from '../memory/used-here.tsx'
export { default as ContextGauge } from './context-gauge.tsx'
export { EarlierTurns, LaterTurns } from './earlier-turns.tsx'
export { default as EraseDialog } from './erase-dialog.tsx'
export { default as LongTop } from './long-top.tsx'
export { default as MessageTools } from './message-tools.tsx'
export { default as RecalledLinks } from './recalled-links.tsx'
export { showVersion } from './show-version.ts'
export { default as StoryView } from './story-view.tsx'
