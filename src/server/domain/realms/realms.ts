import type {
  NewRealmMessage,
  RealmMessage,
  RealmMessagePage,
  RealmMessagesQuery,
} from '../../../shared/realms/realm-messages.ts'
import type {
  NewRealm,
  RealmChanges,
  RealmDetail,
  RealmListQuery,
  RealmMutes,
  RealmPage,
} from '../../../shared/realms/realms.ts'
import type { Db } from '../../db/connect/connect.ts'
import { deleteMute, insertMute, listMutes } from '../../db/realms/realm-mutes.ts'
import { Failure } from '../failure.ts'
import type { Quotas } from '../quotas/quotas.ts'
import type { Turns } from '../turns/schedule-turns.ts'
import { membershipIn, onlyCreator } from './find-there.ts'
import { inviteAgents } from './invite-agents.ts'
import { keepRealms } from './keep-realms.ts'
import { readRealms } from './read-realms.ts'
import type { RealmFeed } from './realm-feed.ts'
import { sayWords } from './say-words.ts'

/**
 * Realms (decisions 21, 22): everybody may read them; signed-in people may create them and speak in any. `wallet` is
 * the session's wallet. Deleted realms are reported as missing: every method that takes an id may throw a {Failure}
 * `not_found`.
 */
export interface Realms {
  /**
   * Lists listed realms, newest first, with the number of people in them.
   * @throws {Failure} `cursor_invalid`
   */
  list(query: RealmListQuery): Promise<RealmPage>
  /**
   * Lists the realms that the wallet created or participates in, including unlisted ones, newest first.
   * @throws {Failure} `cursor_invalid`
   */
  listOf(wallet: string, query: RealmListQuery): Promise<RealmPage>
  open(id: string): Promise<RealmDetail>
  /**
   * Creates a realm with its creator as the first participant. If the same creator repeats a request with the same id,
   * the existing realm is returned.
   * @throws {Failure} `conflict` for an id that is taken, `quota_reached`
   */
  create(creator: string, wanted: NewRealm): Promise<{ realm: RealmDetail; created: boolean }>
  /**
   * Changes a realm, by its creator.
   * @throws {Failure} `forbidden`
   */
  change(id: string, wallet: string, changes: RealmChanges): Promise<RealmDetail>
  /**
   * Hides a realm from everyone and stops what is running in it, by its creator. It can be restored for ten seconds.
   * @throws {Failure} `forbidden`
   */
  remove(id: string, wallet: string): Promise<void>
  /**
   * Undoes `remove`; a realm that is not deleted stays unchanged.
   * @throws {Failure} `forbidden` or `undo_expired`
   */
  restore(id: string, wallet: string): Promise<RealmDetail>
  /** Removes a wallet from the participants; its messages stay. It has no effect on a wallet that is no participant. */
  leave(id: string, wallet: string): Promise<void>

  /** A page of messages, oldest first; running answers with the text that is stored so far. */
  messages(id: string, query: RealmMessagesQuery): Promise<RealmMessagePage>
  /**
   * Lists everything that changed after a version, in order of version, and the version up to which the list is
   * complete. `more` is set if there are more changes than the limit.
   */
  changesAfter(
    id: string,
    version: number,
    limit: number,
  ): Promise<{ messages: RealmMessage[]; to: number; more: boolean }>
  /** Finds the versions of the given realms, as far as they exist. */
  versions(ids: readonly string[]): Promise<Map<string, number>>
  /**
   * Stores a message, makes its author a participant, and runs the director if the realm has agents. If the same author
   * repeats a request with the same id, the stored message is returned.
   * @throws {Failure} `muted`, `conflict` if another author's message has the id, `validation_failed` at `replyTo`,
   *   `quota_reached`
   */
  send(id: string, author: string, wanted: NewRealmMessage): Promise<{ message: RealmMessage; sent: boolean }>
  /**
   * Empties a message, by its author or the realm's creator; a running answer is stopped first. An empty message stays
   * unchanged.
   * @throws {Failure} `forbidden`, or `reply_running` for an answer that another server has not stopped yet
   */
  removeMessage(id: string, messageId: string, wallet: string): Promise<RealmMessage>

  /**
   * Lists the muted wallets.
   * @throws {Failure} `forbidden` for everyone but the creator
   */
  mutes(id: string, wallet: string): Promise<RealmMutes>
  /**
   * Mutes or unmutes a wallet, by the realm's creator.
   * @throws {Failure} `forbidden`, `conflict` for the creator's own wallet
   */
  setMuted(id: string, wallet: string, whom: string, muted: boolean): Promise<void>
  isMuted(id: string, wallet: string): Promise<boolean>

  /**
   * Adds an agent that the participant may see and that is not dormant; one that is in the realm already stays
   * unchanged.
   * @throws {Failure} `not_participant`, `muted`, `not_found` for the agent, `conflict` for a dormant one and for a
   *   name that is taken in the realm, `realm_full`
   */
  invite(id: string, agentId: string, wallet: string): Promise<RealmDetail>
  /**
   * Removes an agent, by the wallet that invited it, its owner, or the realm's creator. Its running answers are
   * stopped.
   * @throws {Failure} `forbidden`
   */
  dismiss(id: string, agentId: string, wallet: string): Promise<RealmDetail>
  /**
   * Stops a running answer, by the wallet that started it or the realm's creator; one that has ended stays unchanged.
   * @throws {Failure} `forbidden`
   */
  stopAnswer(id: string, messageId: string, wallet: string): Promise<void>
  /**
   * Lets the agents go on that the cap on turns holds back. It adds a line to the log, which the director treats like a
   * person's message. Repeating the same id returns the same line.
   * @throws {Failure} `not_participant`, `muted`, `conflict` if no such cap holds them back
   */
  goOn(id: string, wallet: string, messageId: string): Promise<RealmMessage>

  /** Removes for good the realms deleted more than an hour ago; to be called every few minutes. */
  sweepDeleted(): Promise<void>
}

export interface RealmsOptions {
  db: Db
  clock: () => Date
  feed: RealmFeed
  turns: Pick<Turns, 'wake' | 'stop' | 'stopIn'>
  quotas?: Quotas
  /** The number of people in a realm at present. */
  here: (realmId: string) => number
}

export function createRealms(options: RealmsOptions): Realms {
  return {
    ...readRealms(options),
    ...keepRealms(options),
    ...sayWords(options),
    ...muteWallets(options),
    ...inviteAgents(options),
  }
}

/** Implements muting in realms. */
function muteWallets({ db, clock, feed }: RealmsOptions): Pick<Realms, 'mutes' | 'setMuted' | 'isMuted'> {
  return {
    async mutes(id, wallet) {
      await onlyCreator(db, id, wallet)
      return { wallets: await listMutes(db, id) }
    },

    async setMuted(id, creator, wallet, muted) {
      await onlyCreator(db, id, creator)
      if (wallet === creator) throw new Failure('conflict', 'The creator of a realm can always speak in it.')
      const changed = muted
        ? await insertMute(db, { realmId: id, creator, wallet, at: clock() })
        : await deleteMute(db, { realmId: id, creator, wallet })
      if (changed) feed.muted(id, wallet, muted)
    },

    async isMuted(id, wallet) {
      return (await membershipIn(db, id, wallet)).muted
    },
  }
}
