import type { RealmMessage } from '../../../shared/realms/realm-messages.ts'
import type { SaidSoFar } from '../turns/said-so-far.ts'

/** A lost message only costs time, as the database is polled as well. Methods return at once and never throw. */
export interface RealmFeed {
  /** Messages just stored, ended or removed, as in the database. */
  changed(realmId: string, messages: readonly RealmMessage[]): void
  /** The realm itself, its agents or the use of its caps changed. */
  detailChanged(realmId: string): void
  said(realmId: string, messageId: string, so: SaidSoFar): void
  /** Null for one that was lifted. */
  muted(realmId: string, wallet: string, mute: { until: Date | null } | null): void
  banned(realmId: string, wallet: string, ban: { until: Date | null } | null): void
  /** A message of this author is held, or is not any more. */
  held(realmId: string, author: string): void
  /** @param message a sentence for whoever is there, where the realm was taken down */
  gone(realmId: string, message?: string): void
}
