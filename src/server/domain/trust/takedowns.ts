import { isUuid } from '../../../shared/common/uuid.ts'
import { toldToAll } from '../../../shared/realms/realm-messages.ts'
import type { ModerationState } from '../../../shared/trust/moderation.ts'
import type { Subject } from '../../../shared/trust/reports.ts'
import type { Logger } from '../../base/log.ts'
import type { Db } from '../../db/connect/connect.ts'
import { findMessage } from '../../db/realms/realm-messages.ts'
import {
  listSpoken,
  setAgentModeration,
  setCopyModeration,
  setMessageModeration,
  setPersonModeration,
  setPictureTaken,
  setRatingModeration,
  setRealmModeration,
} from '../../db/trust/take-down.ts'
import type { RealmFeed } from '../realms/realm-feed.ts'
import { tellRealmsWith } from '../realms/tell-realms-with.ts'
import { takenDown } from '../taken-down.ts'
import type { Turns } from '../turns/schedule-turns.ts'
import type { TakenLooks } from './taken-looks.ts'

interface TakedownsOptions {
  db: Db
  clock: () => Date
  log: Pick<Logger, 'warn'>
  feed: RealmFeed
  turns: Pick<Turns, 'stop' | 'stopIn' | 'wake'>
  takenLooks: Pick<TakenLooks, 'remember'>
  /** Tells this and the other servers. */
  announce: (subject: Subject, isDown: boolean) => void
}

const hash = /^[0-9a-f]{64}$/

/**
 * Changes how a thing stands (record 0110). A thing that is in no list, such as a message or a picture, can't be unlisted.
 * Nothing else of it changes, so that what is put back is as it was.
 */
export class Takedowns {
  readonly #options: TakedownsOptions

  constructor(options: TakedownsOptions) {
    this.#options = options
  }

  /** @returns false, with nothing changed, if there is no such thing, or it can't stand so */
  async apply(transaction: Db, { kind, subject }: Subject, state: ModerationState | null): Promise<boolean> {
    const [id = '', of = ''] = subject.split('/')
    switch (kind) {
      case 'agent':
        return isUuid(id) && setAgentModeration(transaction, id, state)
      case 'realm':
        return isUuid(id) && setRealmModeration(transaction, id, state)
      case 'shared_copy':
        return isUuid(id) && state !== 'unlisted' && setCopyModeration(transaction, id, state)
      case 'realm_message':
        return (
          isUuid(id) &&
          isUuid(of) &&
          state !== 'unlisted' &&
          setMessageModeration(transaction, { realmId: id, id: of }, state)
        )
      case 'person':
        return state !== 'unlisted' && setPersonModeration(transaction, id, state)
      case 'picture':
        return (
          hash.test(id) &&
          state !== 'unlisted' &&
          setPictureTaken(transaction, id, state === null ? null : this.#options.clock())
        )
      case 'rating':
        return (
          isUuid(id) &&
          state !== 'unlisted' &&
          setRatingModeration(transaction, { agentId: id, wallet: of }, state)
        )
      default:
        return kind satisfies never
    }
  }

  /** Ends what runs of it, and tells pages and servers, once the change is stored. */
  async afterwards({ kind, subject }: Subject, state: ModerationState | null): Promise<void> {
    const { announce, feed, turns } = this.#options
    const [id = '', of = ''] = subject.split('/')
    const isDown = state === 'down'
    announce({ kind, subject }, isDown)
    switch (kind) {
      case 'agent':
        return tellRealmsWith(this.#options, [id])
      case 'realm':
        if (!isDown) {
          feed.detailChanged(id)
          return turns.wake(id)
        }
        feed.gone(id, takenDown('realm').message)
        return turns.stopIn(id)
      case 'realm_message':
        if (isDown) await turns.stop(id, of)
        return this.#tellOf(id, of)
      case 'person':
        for (const { realmId, id: messageId } of await listSpoken(this.#options.db, id)) {
          feed.detailChanged(realmId)
          await this.#tellOf(realmId, messageId)
        }
        return
      case 'picture':
        if (isDown) await this.#options.takenLooks.remember(id)
        return
      case 'shared_copy':
      case 'rating':
        return
      default:
        return kind satisfies never
    }
  }

  async #tellOf(realmId: string, id: string): Promise<void> {
    const found = await findMessage(this.#options.db, realmId, id)
    if (!found) return
    const { feed } = this.#options
    feed.changed(realmId, [toldToAll(found.message)])
    if (found.message.withheld) feed.held(realmId, found.message.author)
  }
}
