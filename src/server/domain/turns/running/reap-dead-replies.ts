import { setTimeout as wait } from 'node:timers/promises'
import type { ReplyPart } from '../../../../shared/chat/part-kinds.ts'
import { revisionOf, withParts } from '../../../../shared/chat/parts.ts'
import type { Logger } from '../../../base/log.ts'
import { logThrottled } from '../../../base/log-throttled.ts'
import type { DeadReply } from '../../../db/turns/end-turns.ts'
import type { Heartbeat, ReplyPlace, TurnPlace, TurnScope } from '../../../db/turns/running-turns.ts'
import { toStored } from '../../../db/turns/stored-parts.ts'
import { replyKey } from './reply-key.ts'

const EVERY_MS = 1_500

/** How long the relay may take to answer, in milliseconds. */
const READ_MS = 1_000

/**
 * So many polls must find the same newest heartbeat: longer than the interval of any live server, plus one poll after a
 * time in which none could send one. Clocks do not matter.
 */
const LOOKS = 4

/** While the relay can't be read, which may have most of a reply, so many more polls wait for it: half a minute. */
const LOOKS_FOR_RELAY = 20

export interface ScopeEnds {
  /** Ends replies that no server receives, except those with a newer heartbeat. @returns their ids */
  closeDead(dead: readonly DeadReply[]): Promise<string[]>
  /** Reads what the relay has of a reply, which may be more than what is stored. Rejects while that is unknown. */
  readPassedOn?: ((place: ReplyPlace) => Promise<readonly ReplyPart[]>) | undefined
}

/** The kinds of replies that this process receives; replies of others are left to whoever receives them. */
export type ReceivedScopes = ReadonlyMap<TurnScope, ScopeEnds & { running: { has(key: string): boolean } }>

interface Dead extends Heartbeat {
  mayWait: boolean
}

/** Ends replies whose server crashed with the text that is known, those of all kinds in one pass. */
export class Reaper {
  readonly #scopes: ReceivedScopes
  readonly #listHeartbeats: () => Promise<Heartbeat[]>
  readonly #log: Logger
  /** Null if no other server can use this database: then there is no polling. */
  readonly #everyMs: number | null
  readonly #say = logThrottled()
  #seen = new Map<string, { heartbeat: string; looks: number }>()
  #timer: NodeJS.Timeout | undefined
  #busy = false

  constructor(options: {
    scopes: ReceivedScopes
    listHeartbeats: () => Promise<Heartbeat[]>
    log: Logger
    everyMs: number | null | undefined
  }) {
    const { scopes, listHeartbeats, log, everyMs = EVERY_MS } = options
    this.#scopes = scopes
    this.#listHeartbeats = listHeartbeats
    this.#log = log
    this.#everyMs = everyMs
  }

  begin(): void {
    if (this.#everyMs === null) return
    this.#timer ??= setInterval(() => this.#lookIfFree(), this.#everyMs).unref()
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  async closeAll(scope: TurnScope): Promise<void> {
    const left = (await this.#listForeign()).filter((reply) => reply.scope === scope)
    await this.#close(left.map((reply) => ({ ...reply, mayWait: false })))
  }

  async #lookIfFree() {
    if (this.#busy) return
    this.#busy = true
    await this.#look().catch((error: unknown) =>
      this.#say(this.#log, 'warn', { err: error }, 'running replies can not be looked through'),
    )
    this.#busy = false
  }

  async #look() {
    const before = this.#seen
    this.#seen = new Map()
    const dead: Dead[] = []
    for (const reply of await this.#listForeign()) {
      const key = `${reply.scope}:${replyKey(reply)}`
      const last = before.get(key)
      const looks = last?.heartbeat === reply.heartbeat ? last.looks + 1 : 1
      this.#seen.set(key, { heartbeat: reply.heartbeat, looks })
      if (looks >= LOOKS) dead.push({ ...reply, mayWait: looks < LOOKS + LOOKS_FOR_RELAY })
    }
    await this.#close(dead)
  }

  async #listForeign() {
    const isOwn = (reply: TurnPlace) => this.#scopes.get(reply.scope)?.running.has(replyKey(reply)) ?? true
    return (await this.#listHeartbeats()).filter((reply) => !isOwn(reply))
  }

  /** A kind whose replies can not be ended yet does not keep the others from it. */
  async #close(dead: readonly Dead[]) {
    const byScope = Map.groupBy(dead, ({ scope }) => scope)
    const settled = await Promise.allSettled(
      Array.from(byScope, ([scope, dead]) => this.#closeIn(dead, this.#scopes.get(scope))),
    )
    for (const one of settled) if (one.status === 'rejected') throw one.reason
  }

  async #closeIn(dead: readonly Dead[], scope: ScopeEnds | undefined) {
    if (!scope) return
    const known = await Promise.all(
      dead.map(async ({ mayWait, ...reply }) => {
        const parts = await partsPassedOn(reply, scope)
        if (!parts && mayWait) return []
        const known = parts ?? []
        return [{ ...reply, ...toStored(withParts({ content: '' }, known)), revision: revisionOf(known) }]
      }),
    )
    const ending = known.flat()
    if (ending.length === 0) return
    const closed = await scope.closeDead(ending)
    if (closed.length > 0) this.#log.warn({ replies: closed }, 'replies of a server that died were ended')
  }
}

/** Null if the relay does not answer. */
async function partsPassedOn(
  place: ReplyPlace,
  { readPassedOn }: ScopeEnds,
): Promise<readonly ReplyPart[] | null> {
  if (!readPassedOn) return []
  const late = wait(READ_MS, null, { ref: false })
  return Promise.race([readPassedOn(place).catch(() => null), late])
}
