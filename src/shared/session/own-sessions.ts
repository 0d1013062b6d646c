import * as z from 'zod/mini'

/** After how many days a session ends: since it was opened or last extended, and since it was opened however it is used. */
export const SESSION_DAYS = { unused: 7, atMost: 30 } as const

/** One of somebody's living sessions, for its owner's eyes alone. */
export const ownSessionSchema = z.object({
  /** Names it for ending it; it signs nobody in. */
  id: z.uuid(),
  /** What the browser said of itself, in the server's words, such as `Chrome on Android`. */
  device: z.string(),
  /** The network that it was opened from, such as `203.0.113.x`; null where that is not known. */
  network: z.nullable(z.string()),
  signedInAt: z.iso.datetime(),
  /** When a page was last opened or looked at with it, to within some minutes. */
  lastUsedAt: z.iso.datetime(),
  /** When it ends unless it is used before; with use it ends thirty days after the sign-in at the latest. */
  expiresAt: z.iso.datetime(),
  /** Whether it is the one that asks. */
  current: z.boolean(),
})
export type OwnSession = z.infer<typeof ownSessionSchema>

/** The answer of `GET /api/me/sessions`: the one that asks first, then last used first. */
export const ownSessionsSchema = z.object({ sessions: z.array(ownSessionSchema) })

/** The answer of `DELETE /api/me/sessions`: how many others were ended. */
export const endedSessionsSchema = z.object({ ended: z.int() })
