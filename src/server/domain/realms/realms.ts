import { randomUUID } from 'node:crypto'
import { limits } from '../../../shared/limits.ts'
import type {
  NewRealm,
  NewRealmMessage,
  Realm,
  RealmListQuery,
  RealmMessage,
  RealmMessagePage,
  RealmMessagesQuery,
  RealmPage,
} from '../../../shared/realms.ts'
import type { Db } from '../../db/connect.ts'
import { findRealm, insertRealm, listRealms, REALMS } from '../../db/realms.ts'
import { Failure } from '../failure.ts'
import { readCursor } from '../read-cursor.ts'
import { readMessages, sendMessage } from './messages.ts'
import { realmNotFound } from './realm-not-found.ts'

/** Realms (decisions 21, 22): everybody may look, who signed in may make one and speak in any. */
export interface Realms {
  /** All realms, newest first. @throws {Failure} `cursor_invalid` */
  list(query: RealmListQuery): Promise<RealmPage>
  /** @throws {Failure} `not_found` */
  open(id: string): Promise<Realm>
  /**
   * Makes a realm with its creator as the first participant. The same creator's second try with the same id gets the
   * realm that the first one made.
   * @throws {Failure} `conflict` for an id that is taken
   */
  create(creator: string, wanted: NewRealm): Promise<{ realm: Realm; created: boolean }>
  /** A page of what was said, oldest first. @throws {Failure} `not_found` */
  messages(id: string, query: RealmMessagesQuery): Promise<RealmMessagePage>
  /**
   * Stores a message and makes its author a participant. The same author's second try with the same id gets the message
   * that the first one stored.
   * @throws {Failure} `not_found`, or `conflict` for an id that another author's message has
   */
  send(id: string, author: string, wanted: NewRealmMessage): Promise<{ message: RealmMessage; sent: boolean }>
}

export function createRealms(options: { db: Db; clock: () => Date }): Realms {
  const { db, clock } = options
  return {
    list: ({ query, cursor, limit = limits.listPage }) =>
      listRealms(db, { query, limit, after: readCursor(REALMS, cursor) }),

    async open(id) {
      const realm = await findRealm(db, id)
      if (!realm) throw realmNotFound()
      return realm
    },

    async create(creator, { id = randomUUID(), name, description }) {
      const realm = await insertRealm(db, {
        id,
        name,
        description,
        createdBy: creator,
        participants: [creator],
        createdAt: clock(),
      })
      if (realm) return { realm, created: true }
      const stored = await findRealm(db, id)
      if (stored?.createdBy !== creator)
        throw new Failure('conflict', 'There is a realm with this id already.', {
          errors: { id: 'This id is taken.' },
        })
      return { realm: stored, created: false }
    },

    messages: (id, query) => readMessages(db, id, query),

    send: (id, author, wanted) => sendMessage(db, { realmId: id, author, createdAt: clock(), ...wanted }),
  }
}
