import type { RealmMessage } from '../../../shared/realms/realm-messages.ts'

/**
 * Tells whoever is in a realm, on whichever server, what is new there. Whatever it loses costs only time: rooms ask the
 * database besides. It returns at once and never throws.
 */
export interface RealmFeed {
  /** These messages were stored, ended or removed just now; they are as the database has them. */
  changed(realmId: string, messages: readonly RealmMessage[]): void
  /** Something of the realm itself, its agents or its caps changed. */
  detailChanged(realmId: string): void
  /** What a running answer has said so far, all of it. */
  said(realmId: string, messageId: string, content: string): void
  /** Whether a wallet may speak there changed. */
  muted(realmId: string, wallet: string, muted: boolean): void
  /** It was deleted. */
  gone(realmId: string): void
}
