import { limits } from '../../../shared/limits.ts'
import type { RealmMessage, RealmMessagePage, RealmMessagesQuery } from '../../../shared/realms.ts'
import type { Db } from '../../db/connect.ts'
import { findMessage, insertMessage, listMessages } from '../../db/realm-messages.ts'
import { findRealm } from '../../db/realms.ts'
import { Failure } from '../failure.ts'
import { realmNotFound } from './realm-not-found.ts'

/** A page of a realm's messages, oldest first. @throws {Failure} `not_found` */
export async function readMessages(
  db: Db,
  realmId: string,
  { before, after, limit = limits.realmMessagePage }: RealmMessagesQuery,
): Promise<RealmMessagePage> {
  const page = await listMessages(db, realmId, { before, after, limit })
  if (page.messages.length === 0 && !(await findRealm(db, realmId))) throw realmNotFound()
  return page
}

/**
 * Stores a message once, however often and at however many places at once it is sent.
 * @throws {Failure} `not_found`, or `conflict` for an id that another author's message has
 */
export async function sendMessage(
  db: Db,
  message: { realmId: string; id: string; author: string; content: string; createdAt: Date },
): Promise<{ message: RealmMessage; sent: boolean }> {
  let sent: RealmMessage | null
  try {
    sent = await insertMessage(db, message)
  } catch (error) {
    const stored = await findMessage(db, message.realmId, message.id)
    if (!stored) throw error
    if (stored.author === message.author) return { message: stored, sent: false }
    throw new Failure('conflict', 'There is a message with this id already.', {
      errors: { id: 'This id is taken.' },
    })
  }
  if (!sent) throw realmNotFound()
  return { message: sent, sent: true }
}
