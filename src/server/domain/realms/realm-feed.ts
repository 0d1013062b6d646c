import type { RealmMessage } from '../../../shared/realms/realm-messages.ts'
import type { SaidSoFar } from '../turns/said-so-far.ts'

/** A lost message only costs time, as the database is polled as well. Methods return at once and never throw. */
export interface RealmFeed {
  /** Messages just stored, ended or removed, as in the database. */
  changed(realmId: string, messages: readonly RealmMessage[]): void
  /** The realm itself, its agents or the use of its caps changed. */
  detailChanged(realmId: string): void
  said(realmId: string, messageId: string, so: SaidSoFar): void
  muted(realmId: string, wallet: string, muted: boolean): void
  /** @param message a sentence for whoever is there, where the realm was taken down */
  gone(realmId: string, message?: string): void
}
