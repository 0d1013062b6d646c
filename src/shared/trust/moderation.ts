import * as z from 'zod/mini'

/** How a thing stands. `unlisted`: only its link leads to it. `down`: nobody gets it but whoever made it, to read. */
export const moderationStates = ['unlisted', 'down'] as const
export type ModerationState = (typeof moderationStates)[number]

/** Told to its owner alone; absent for as usual. */
export const ownModerationSchema = z.optional(z.enum(moderationStates))
