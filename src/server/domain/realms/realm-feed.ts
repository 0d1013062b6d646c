import type { RealmMessage } from '../../../shared/realms/realm-messages.ts'
import type { SaidSoFar } from '../turns/said-so-far.ts'

/**
 * Notifies the people in a realm, on any server, of changes. Losing a message only costs time, because the database is
 * polled as well. All methods return at once and never throw.
 */
export interface RealmFeed {
  /** These messages were just stored, ended or removed; they are passed as stored in the database. */
  changed(realmId: string, messages: readonly RealmMessage[]): void
  /** The realm itself, its agents or the use of its caps changed. */
  detailChanged(realmId: string): void
  said(realmId: string, messageId: string, so: SaidSoFar): void
  muted(realmId: string, wallet: string, muted: boolean): void
  gone(realmId: string): void
}
