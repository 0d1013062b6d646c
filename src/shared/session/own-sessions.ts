import * as z from 'zod/mini'

/**
 * The days after which a session ends: `unused` counts from when it was opened or last extended, `atMost` from when it
 * was opened, however it is used.
 */
export const SESSION_DAYS = { unused: 7, atMost: 30 } as const

/** An active session, shown to its owner only. */
export const ownSessionSchema = z.object({
  /** Identifies the session for ending it; it cannot be used to sign in. */
  id: z.uuid(),
  /**
   * The browser and device in the server's words, such as `Chrome on Android`, derived from what the browser reported.
   */
  device: z.string(),
  /** The network that the session was opened from, such as `203.0.113.x`; null if unknown. */
  network: z.nullable(z.string()),
  signedInAt: z.iso.datetime(),
  /** When a page was last opened or viewed with it, to within some minutes. */
  lastUsedAt: z.iso.datetime(),
  /**
   * When the session ends unless it is used before; used or not, it ends thirty days after the sign-in at the latest.
   */
  expiresAt: z.iso.datetime(),
  /** Whether it is the session of this request. */
  current: z.boolean(),
})
export type OwnSession = z.infer<typeof ownSessionSchema>

/** The response of `GET /api/me/sessions`: the session of the request first, then last used first. */
export const ownSessionsSchema = z.object({ sessions: z.array(ownSessionSchema) })

/** The response of `DELETE /api/me/sessions`: the number of other sessions that were ended. */
export const endedSessionsSchema = z.object({ ended: z.int() })
