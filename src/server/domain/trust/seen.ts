import { isSolanaAddress } from '../../../shared/session/base58.ts'
import type { Seen, Subject } from '../../../shared/trust/reports.ts'
import type { Db } from '../../db/connect/connect.ts'
import {
  seeAgent,
  seePerson,
  seePicture,
  seeRating,
  seeRealm,
  seeRealmMessage,
  seeSharedCopy,
  type Viewer,
} from '../../db/trust/seen-things.ts'
import { boundSeen } from './bound-seen.ts'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const HASH = /^[0-9a-f]{64}$/

/** What can be reported, as it stands now. */
export class SeenThings {
  readonly #db: Db

  constructor({ db }: { db: Db }) {
    this.#db = db
  }

  /**
   * The texts are cut as a report keeps them.
   * @param viewer an operator also sees what is hidden or taken down
   * @returns null for what is not there, what this viewer can't see, and what is no id of this kind
   */
  async see(of: Subject, viewer: Viewer): Promise<Seen | null> {
    const seen = await this.#find(of, viewer)
    return seen && boundSeen(seen)
  }

  async #find({ kind, subject }: Subject, viewer: Viewer): Promise<Seen | null> {
    const db = this.#db
    const [id = '', second = ''] = subject.split('/')
    const isUuid = UUID.test(id)
    switch (kind) {
      case 'agent':
        return isUuid && !second ? seeAgent(db, id, viewer) : null
      case 'realm':
        return isUuid && !second ? seeRealm(db, id, viewer) : null
      case 'realm_message':
        return isUuid && UUID.test(second) ? seeRealmMessage(db, { realmId: id, id: second }, viewer) : null
      case 'shared_copy':
        return isUuid && !second ? seeSharedCopy(db, id, viewer) : null
      case 'person':
        return isSolanaAddress(subject) ? seePerson(db, subject, viewer) : null
      case 'picture':
        return HASH.test(subject) ? seePicture(db, subject, viewer) : null
      case 'rating':
        return isUuid && isSolanaAddress(second)
          ? seeRating(db, { agentId: id, wallet: second }, viewer)
          : null
    }
  }
}
