import { randomUUID } from 'node:crypto'
import type { Logger } from '../../../base/log.ts'
import { logThrottled } from '../../../base/log-throttled.ts'
import type { Db } from '../../../db/connect/connect.ts'
import {
  type Heartbeat,
  listHeartbeats,
  storeWords,
  type TurnPlace,
  type TurnScope,
  type UnstoredWords,
} from '../../../db/turns/running-turns.ts'
import { Reaper, type ReceivedScopes, type ScopeEnds } from './reap-dead-replies.ts'
import { replyKey } from './reply-key.ts'
import type { RunningReply } from './running-reply.ts'

/** In milliseconds; a server that crashes loses no more than that. */
const EVERY_MS = 500

export interface HeartbeatStore {
  /** Stores heartbeats, too. @returns those that still belong to this server; others ended the missing ones */
  storeWords(
    server: string,
    said: readonly (UnstoredWords & TurnPlace)[],
  ): Promise<(TurnPlace & { stopWanted: boolean })[]>
  /** The newest of all running replies, on any server. */
  listHeartbeats(): Promise<Heartbeat[]>
}

export interface HeartbeatsOptions {
  store: HeartbeatStore
  log: Logger
  /** Whether no other server can use this database: then nobody's heartbeats are looked at. */
  alone?: boolean | undefined
  /** For tests: milliseconds between rounds of storing, and of looking for dead replies. */
  every?: { store?: number | undefined; look?: number | undefined } | undefined
}

/** What one kind of replies has running here, by key, and how those are ended whose server died. */
export interface ReceivedScope extends ScopeEnds {
  running: ReadonlyMap<string, RunningReply>
}

/**
 * The heartbeat of a process: one timer and one statement for the replies of every kind that it receives, and one more
 * for those of servers that died. The statement also tells what to stop and what another server ended.
 */
export class TurnHeartbeats {
  /** Who receives these replies, in the database. */
  readonly server = randomUUID()
  readonly #options: HeartbeatsOptions
  readonly #scopes: Map<TurnScope, ReceivedScope> & ReceivedScopes = new Map()
  readonly #reaper: Reaper
  readonly #say = logThrottled()
  #timer: NodeJS.Timeout | undefined
  #busy = false

  constructor(options: HeartbeatsOptions) {
    const { store, log, alone = false, every = {} } = options
    this.#options = options
    this.#reaper = new Reaper({
      scopes: this.#scopes,
      listHeartbeats: () => store.listHeartbeats(),
      log,
      everyMs: alone ? null : every.look,
    })
  }

  /** A kind of replies takes part until it leaves. */
  join(scope: TurnScope, received: ReceivedScope): void {
    this.#scopes.set(scope, received)
    this.#reaper.begin()
  }

  leave(scope: TurnScope): void {
    this.#scopes.delete(scope)
    if (this.#scopes.size > 0) return
    this.#reaper.stop()
    this.#stop()
  }

  /** To be called when a reply begins: without any, there is no heartbeat. */
  begin(): void {
    this.#timer ??= setInterval(() => this.#beat(), this.#options.every?.store ?? EVERY_MS)
  }

  /** Ends all replies of a kind that this server does not receive; only where no other server can run. */
  closeOrphans(scope: TurnScope): Promise<void> {
    return this.#reaper.closeAll(scope)
  }

  async #beat() {
    if (this.#busy) return
    const said = [...this.#scopes].flatMap(([scope, { running }]) =>
      Array.from(running.values(), (reply) => ({ scope, ...reply.unstored() })),
    )
    if (said.length === 0) return this.#stop()
    this.#busy = true
    await this.#store(said).catch((error: unknown) =>
      this.#say(this.#options.log, 'warn', { err: error }, 'the words of running replies can not be stored'),
    )
    this.#busy = false
  }

  async #store(said: readonly (UnstoredWords & TurnPlace)[]) {
    const { store, log } = this.#options
    const stored = await store.storeWords(this.server, said)
    const ours = new Map(stored.map((one) => [turnKey(one), one.stopWanted]))
    for (const words of said) {
      const reply = this.#scopes.get(words.scope)?.running.get(replyKey(words))
      const stopWanted = ours.get(turnKey(words))
      if (stopWanted !== undefined) reply?.stored(words)
      if (!reply || reply.ending() || stopWanted === false) continue
      if (stopWanted === undefined)
        log.warn({ replyId: words.replyId }, 'a running reply was ended by another server')
      reply.end(stopWanted ? 'stopped' : 'interrupted')
    }
  }

  #stop() {
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}

const turnKey = (place: TurnPlace) => `${place.scope}:${replyKey(place)}`

export function databaseHeartbeats(db: Db): HeartbeatStore {
  return {
    storeWords: (server, said) => storeWords(db, server, said),
    listHeartbeats: () => listHeartbeats(db),
  }
}
