import { randomUUID } from 'node:crypto'
import type { Logger } from '../../../base/log.ts'
import { logThrottled } from '../../../base/log-throttled.ts'
import type { Db } from '../../../db/connect/connect.ts'
import {
  type Heartbeat,
  listHeartbeats,
  storeHeartbeat,
  storeWords,
  type TurnPlace,
  type TurnScope,
  type UnstoredWords,
} from '../../../db/turns/running-turns.ts'
import { Reaper, type ReceivedScopes, type ScopeEnds } from './reap-dead-replies.ts'
import { replyKey } from './reply-key.ts'
import type { RunningReply } from './running-reply.ts'
import { StoreMarks } from './store-marks.ts'

/** In milliseconds; a server that crashes loses no more than that. */
const EVERY_MS = 500

/** Milliseconds between heartbeats while no words have to be stored: less than the reaper's patience by two polls. */
const BEAT_MS = 2_000

export interface HeartbeatStore {
  /** Stores heartbeats, too. @returns those that still belong to this server; others ended the missing ones */
  storeWords(
    server: string,
    said: readonly (UnstoredWords & TurnPlace)[],
  ): Promise<(TurnPlace & { stopWanted: boolean })[]>
  /** Stores the heartbeat of all replies of a server, without words. Absent where words are always stored. */
  storeHeartbeat?: ((server: string) => ReturnType<HeartbeatStore['storeWords']>) | undefined
  /** The newest of all running replies, on any server. */
  listHeartbeats(): Promise<Heartbeat[]>
}

export interface HeartbeatsOptions {
  store: HeartbeatStore
  log: Logger
  /** Whether no other server can use this database: then nobody's heartbeats are looked at. */
  alone?: boolean | undefined
  /** For tests: milliseconds between rounds of storing, of looking for dead replies, and to the first mark. */
  every?: { store?: number | undefined; look?: number | undefined; mark?: number | undefined } | undefined
}

/** What one kind of replies has running here, by key, and how those are ended whose server died. */
interface ReceivedScope extends ScopeEnds {
  running: ReadonlyMap<string, RunningReply>
}

/**
 * The heartbeat of a process: one timer and one statement for the replies of every kind that it receives, and one more
 * for those of servers that died. The statement also tells what to stop and what another server ended. The words of
 * replies that the relay keeps are stored seldom, see `StoreMarks`.
 */
export class TurnHeartbeats {
  /** Who receives these replies, in the database. */
  readonly server = randomUUID()
  readonly #options: HeartbeatsOptions
  readonly #scopes: Map<TurnScope, ReceivedScope> & ReceivedScopes = new Map()
  readonly #reaper: Reaper
  readonly #marks: StoreMarks
  readonly #say = logThrottled()
  #timer: NodeJS.Timeout | undefined
  /** Only one at a time, as two would store the same words. */
  #storing: Promise<void> | undefined
  #beatAt = Number.NEGATIVE_INFINITY

  constructor(options: HeartbeatsOptions) {
    const { store, log, alone = false, every = {} } = options
    this.#options = options
    this.#marks = new StoreMarks(every.mark)
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

  /** Stores the words of what runs in one place here, for whoever reads them from the database. */
  async storeNow(scope: TurnScope, scopeId: string): Promise<void> {
    const running = [...(this.#scopes.get(scope)?.running.values() ?? [])].flatMap((reply) =>
      reply.conversationId === scopeId ? [{ scope, reply }] : [],
    )
    while (this.#storing) await this.#storing
    if (running.length > 0) await this.#alone(() => this.#storeWords(running, performance.now()))
  }

  async #beat() {
    if (this.#storing) return
    const running = [...this.#scopes].flatMap(([scope, { running }]) =>
      Array.from(running.values(), (reply) => ({ scope, reply })),
    )
    if (running.length === 0) return this.#stop()
    await this.#alone(() => this.#store(running)).catch((error: unknown) =>
      this.#say(this.#options.log, 'warn', { err: error }, 'the words of running replies can not be stored'),
    )
  }

  async #alone(store: () => Promise<void>) {
    const storing = store()
    this.#storing = storing
      .catch(() => {})
      .finally(() => {
        this.#storing = undefined
      })
    await storing
  }

  async #store(running: readonly RunningTurn[]) {
    const now = performance.now()
    const { isKept = [], isSaid = [] } = Object.groupBy(running, ({ reply }) =>
      this.#isKept(reply, now) ? 'isKept' : 'isSaid',
    )
    if (isSaid.length > 0) await this.#storeWords(isSaid, now)
    if (isKept.length > 0 && now - this.#beatAt >= this.#beatMs()) await this.#storeHeartbeat(isKept, now)
  }

  /** Where nobody else can use the database, nobody could read from the relay what it keeps, either. */
  #isKept(reply: RunningReply, now: number): boolean {
    const { store, alone } = this.#options
    // It is asked first, so that the time to the first mark begins.
    return !this.#marks.isDue(reply, now) && !alone && store.storeHeartbeat !== undefined && reply.isKept()
  }

  #beatMs(): number {
    const { store = EVERY_MS } = this.#options.every ?? {}
    return (BEAT_MS / EVERY_MS) * store
  }

  async #storeWords(running: readonly RunningTurn[], now: number) {
    const said = running.map(({ scope, reply }) => ({ scope, reply, words: reply.unstored() }))
    const stored = await this.#options.store.storeWords(
      this.server,
      said.map(({ scope, words }) => ({ scope, ...words })),
    )
    const ours = this.#endOthers(running, stored)
    for (const { scope, reply, words } of said) {
      if (!ours.has(turnKey({ scope, ...words }))) continue
      reply.stored(words)
      this.#marks.stored(reply, now)
    }
  }

  async #storeHeartbeat(running: readonly RunningTurn[], now: number) {
    const stored = await this.#options.store.storeHeartbeat?.(this.server)
    if (!stored) return
    this.#beatAt = now
    this.#endOthers(running, stored)
  }

  /** Ends what is to be stopped, and what another server ended. @returns the keys of what still belongs to this server */
  #endOthers(running: readonly RunningTurn[], stored: Awaited<ReturnType<HeartbeatStore['storeWords']>>) {
    const ours = new Map(stored.map((one) => [turnKey(one), one.stopWanted]))
    for (const { scope, reply } of running) {
      const stopWanted = ours.get(
        turnKey({ scope, conversationId: reply.conversationId, replyId: reply.replyId }),
      )
      if (reply.ending() || stopWanted === false) continue
      if (stopWanted === undefined)
        this.#options.log.warn({ replyId: reply.replyId }, 'a running reply was ended by another server')
      reply.end(stopWanted ? 'stopped' : 'interrupted')
    }
    return ours
  }

  #stop() {
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}

interface RunningTurn {
  scope: TurnScope
  reply: RunningReply
}

const turnKey = (place: TurnPlace) => `${place.scope}:${replyKey(place)}`

export function databaseHeartbeats(db: Db): HeartbeatStore {
  return {
    storeWords: (server, said) => storeWords(db, server, said),
    storeHeartbeat: (server) => storeHeartbeat(db, { server }),
    listHeartbeats: () => listHeartbeats(db),
  }
}
