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
  const find = () => findMessage(db, message.realmId, message.id)
  let stored: RealmMessage | null
  try {
    const sent = await insertMessage(db, message)
    if (sent) return { message: sent, sent: true }
    stored = await find()
  } catch (error) {
    // The same message, sent twice at the same moment, may have been the other one's to store.
    stored = await find()
    if (!stored) throw error
  }
  if (!stored) throw realmNotFound()
  if (stored.author !== message.author)
    throw new Failure('conflict', 'There is a message with this id already.', {
      errors: { id: 'This id is taken.' },
    })
  return { message: stored, sent: false }
}
