import { type Session, sessionSchema } from '../../../shared/session/session.ts'

/**
 * Of section 4's events those that can occur while the wallet is the only identity (decision 3); `refreshed` is its
 * "token refreshed". Password recovery and MFA do not exist here.
 */
export type SessionEvent =
  | { type: 'initial session'; session: Session | null }
  | { type: 'signed out' }
  | { type: 'signed in' | 'refreshed' | 'user updated'; session: Session }

/** Null for any other message on the channel. */
export function readSessionEvent(
  message: unknown,
): Exclude<SessionEvent, { type: 'initial session' }> | null {
  const { type, session } = (message ?? {}) as Record<string, unknown>
  if (type === 'signed out') return { type }
  if (type !== 'signed in' && type !== 'refreshed' && type !== 'user updated') return null
  const parsed = sessionSchema.safeParse(session)
  return parsed.success ? { type, session: parsed.data } : null
}
