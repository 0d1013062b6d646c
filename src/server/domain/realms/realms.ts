import type { Sql } from 'postgres'
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
import { onlyCreator, standingIn } from './find-there.ts'
import { inviteAgents } from './invite-agents.ts'
import { keepRealms } from './keep-realms.ts'
import { readRealms } from './read-realms.ts'
import type { RealmFeed } from './realm-feed.ts'
import { sayWords } from './say-words.ts'

/**
 * Realms (decisions 21, 22): everybody may look, who signed in may make one and speak in any. `wallet` is the session's.
 * What is deleted does not exist: every one of these that takes an id may throw a {Failure} `not_found`.
 */
export interface Realms {
  /** Listed realms, newest first, with how many are there. @throws {Failure} `cursor_invalid` */
  list(query: RealmListQuery): Promise<RealmPage>
  /** What the wallet made or takes part in, unlisted ones included, newest first. @throws {Failure} `cursor_invalid` */
  listOf(wallet: string, query: RealmListQuery): Promise<RealmPage>
  open(id: string): Promise<RealmDetail>
  /**
   * Makes a realm with its creator as the first participant. The same creator's second try with the same id gets the
   * realm that the first one made.
   * @throws {Failure} `conflict` for an id that is taken, `quota_reached`
   */
  create(creator: string, wanted: NewRealm): Promise<{ realm: RealmDetail; created: boolean }>
  /** Its creator changes it. @throws {Failure} `forbidden` */
  change(id: string, wallet: string, changes: RealmChanges): Promise<RealmDetail>
  /** Its creator takes it out of everybody's sight, and what runs in it stops; for ten seconds it can be brought back. @throws {Failure} `forbidden` */
  remove(id: string, wallet: string): Promise<void>
  /** Undoes `remove`; a realm that is there stays as it is. @throws {Failure} `forbidden` or `undo_expired` */
  restore(id: string, wallet: string): Promise<RealmDetail>
  /** Takes a wallet out of the participants; what it said stays. Who is none stays so. */
  leave(id: string, wallet: string): Promise<void>

  /** A page of what was said, oldest first; running answers with the words that are stored of them. */
  messages(id: string, query: RealmMessagesQuery): Promise<RealmMessagePage>
  /**
   * Everything that changed after a version, by version, and the version up to which that is all.
   * `more`: there is more than the limit.
   */
  changesAfter(
    id: string,
    version: number,
    limit: number,
  ): Promise<{ messages: RealmMessage[]; to: number; more: boolean }>
  /** The versions of those of these realms that there are. */
  versions(ids: readonly string[]): Promise<Map<string, number>>
  /**
   * Stores a message, makes its author a participant and wakes the director where agents are. The same author's second
   * try with the same id gets the message that the first one stored.
   * @throws {Failure} `muted`, `conflict` for an id that another author's message has, `validation_failed` at `replyTo`,
   *   `quota_reached`
   */
  send(id: string, author: string, wanted: NewRealmMessage): Promise<{ message: RealmMessage; sent: boolean }>
  /**
   * Takes the words out of a message: its author or the creator; a running answer stops first. One without words stays
   * as it is.
   * @throws {Failure} `forbidden`, or `reply_running` for an answer that another server did not stop yet
   */
  removeMessage(id: string, messageId: string, wallet: string): Promise<RealmMessage>

  /** @throws {Failure} `forbidden` to all but the creator */
  mutes(id: string, wallet: string): Promise<RealmMutes>
  /** The creator has a wallet be silent, or lets it speak again. @throws {Failure} `forbidden`, `conflict` for the creator's own */
  setMuted(id: string, wallet: string, whom: string, muted: boolean): Promise<void>
  isMuted(id: string, wallet: string): Promise<boolean>

  /**
   * A participant invites an agent that it can see and that is awake; one that is there already stays as it is.
   * @throws {Failure} `not_participant`, `muted`, `not_found` for the agent, `conflict` for a dormant one and for a
   * name that is taken here, `realm_full`
   */
  invite(id: string, agentId: string, wallet: string): Promise<RealmDetail>
  /** Who invited it, its owner, or the creator sends it away; what it is saying stops. @throws {Failure} `forbidden` */
  dismiss(id: string, agentId: string, wallet: string): Promise<RealmDetail>
  /** Ends a running answer: who started it, or the creator; one that is over stays as it is. @throws {Failure} `forbidden` */
  stopAnswer(id: string, messageId: string, wallet: string): Promise<void>
  /**
   * Lets the agents go on that were held by the cap on turns: a line in the log that the director takes as a person's word.
   * The same id again is the same line.
   * @throws {Failure} `not_participant`, `muted`, `conflict` where no such cap holds them
   */
  goOn(id: string, wallet: string, messageId: string): Promise<RealmMessage>

  /** Removes for good what was deleted an hour ago; to be called every few minutes. */
  sweepDeleted(): Promise<void>
}

export interface RealmsOptions {
  db: Db
  sql: Sql
  clock: () => Date
  feed: RealmFeed
  turns: Pick<Turns, 'wake' | 'stop' | 'stopIn'>
  quotas?: Quotas
  /** How many are in a realm at this moment. */
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

/** Who may not speak in a realm. */
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
      return (await standingIn(db, id, wallet)).muted
    },
  }
}
