import { optionalPart } from '../../../ui/optional-part.ts'

/** What only long conversations and those that are stored for a wallet have. Most first visits never load it. */
export const loadLong = () => import('./on-demand.ts')

export const ContextGauge = optionalPart(async () => ({ default: (await loadLong()).ContextGauge }))
export const LongTop = optionalPart(async () => ({ default: (await loadLong()).LongTop }))
export const EraseDialog = optionalPart(async () => ({ default: (await loadLong()).EraseDialog }))
export const RecalledLinks = optionalPart(async () => ({ default: (await loadLong()).RecalledLinks }))
export const MessageTools = optionalPart(async () => ({ default: (await loadLong()).MessageTools }))
export const UsedHere = optionalPart(async () => ({ default: (await loadLong()).UsedHere }))
export const LastTalk = optionalPart(async () => ({ default: (await loadLong()).LastTalk }))
export const MemoryParts = optionalPart(async () => ({ default: (await loadLong()).MemoryParts }))
export const EarlierTurns = optionalPart(async () => ({ default: (await loadLong()).EarlierTurns }))
export const LaterTurns = optionalPart(async () => ({ default: (await loadLong()).LaterTurns }))
export const StoryView = optionalPart(async () => ({ default: (await loadLong()).StoryView }))
