import { type Session, sessionSchema } from '../../../shared/session/session.ts'

/**
 * What the session tells the app (decision 3). Of section 4's events these are the ones that can happen while the wallet
 * is the only identity; `refreshed` is its "token refreshed". Password recovery and MFA have nothing to happen to.
 */
export type SessionEvent =
  | { type: 'initial session'; session: Session | null }
  | { type: 'signed out' }
  | { type: 'signed in' | 'refreshed' | 'user updated'; session: Session }

/** An event that another tab told of; null for anything else that came over the channel. */
export function readSessionEvent(
  message: unknown,
): Exclude<SessionEvent, { type: 'initial session' }> | null {
  const { type, session } = (message ?? {}) as Record<string, unknown>
  if (type === 'signed out') return { type }
  if (type !== 'signed in' && type !== 'refreshed' && type !== 'user updated') return null
  const parsed = sessionSchema.safeParse(session)
  return parsed.success ? { type, session: parsed.data } : null
}
