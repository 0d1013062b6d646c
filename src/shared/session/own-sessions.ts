import * as z from 'zod/mini'

/** `unused` counts from the last extension, `atMost` from the sign-in. */
export const SESSION_DAYS = { unused: 7, atMost: 30 } as const

const ownSessionSchema = z.object({
  /** Identifies the session for ending it; it cannot be used to sign in. */
  id: z.uuid(),
  /** In the server's words, such as `Chrome on Android`. */
  device: z.string(),
  /** Such as `203.0.113.x`; null if unknown. */
  network: z.nullable(z.string()),
  signedInAt: z.iso.datetime(),
  /** To within some minutes. */
  lastUsedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  current: z.boolean(),
})
export type OwnSession = z.infer<typeof ownSessionSchema>

/** Sorted: the session of the request, then last used first. */
export const ownSessionsSchema = z.object({ sessions: z.array(ownSessionSchema) })

export const endedSessionsSchema = z.object({ ended: z.int() })
