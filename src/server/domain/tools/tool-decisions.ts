import type { CallPlace, Decided, DecisionBody } from '../../../shared/tools/decisions.ts'
import type { ToolCallPart } from '../../../shared/tools/tool-fields.ts'
import type { Logger } from '../../base/log.ts'
import type { Db } from '../../db/connect/connect.ts'
import { endLeftCalls, expireCalls, giveUpSent, sweepCalls } from '../../db/tools/left-calls.ts'
import {
  allowSignedIn,
  askAnew,
  changeCall,
  findCall,
  listCalls,
  placeOf,
  supersedeCalls,
  type ToolCallRow,
  waitsForPerson,
} from '../../db/tools/tool-calls.ts'
import { storeGrant } from '../../db/tools/tool-grants.ts'
import { Failure, noSuch } from '../failure.ts'
import type { Leaving } from '../operation/leaving.ts'
import { workOnEach } from '../work-on-each.ts'
import { partOfRow } from './call-status.ts'
import { alreadyDecided, changeFor } from './decision-change.ts'
import { meantTool } from './meant-tool.ts'

/** A tool part as it is now, under its id in the reply. */
export type PatchedPart = ToolCallPart & { id: number }

export type Standing = 'answers' | 'silent' | 'gone'

/** Where replies of a kind are stored: in conversations, realms or runs. */
export interface ActingScope {
  /**
   * Replaces tool parts of a reply that no server receives, under the reply's next revision; a running one looks into
   * the ledger by itself. A reply none of whose calls waits any more after `ended` does not wait any longer.
   */
  patch(place: CallPlace, parts: readonly PatchedPart[], ended?: 'waiting' | 'stopped'): Promise<void>
  /**
   * Whether a reply that waits could go on: `silent` if its agent does not answer any more, `gone` if nobody can open the
   * reply any more.
   */
  standing(place: CallPlace, wallet: string): Promise<Standing>
  /** Has a reply go on that waits. @returns false if it runs, or does not wait any more */
  resume(place: CallPlace, wallet: string): Promise<boolean>
  /** Replies that wait, and none of whose calls does, with who decides about them. */
  listStranded(): Promise<{ place: CallPlace; wallet: string }[]>
}

interface ToolDecisionsOptions {
  db: Db
  clock: () => Date
  log: Logger
  /** Without it this server has replies go on until it is closed. */
  leaving?: Pick<Leaving, 'refuseNew'> | undefined
  /** Is called once something of a wallet waits that nobody may be looking at. */
  onWaits?: ((wallet: string) => void) | undefined
}

/** In milliseconds: how long a call may seem to have been sent without a reply that it belongs to. */
const GRACE_MS = 5_000

const KEPT_MS = 30 * 24 * 3_600_000

/** In milliseconds: how soon what a decision brings about is tried again where it failed, and how long it waits at most. */
const AGAIN = { firstMs: 500, mostMs: 30_000 }

/** What people decide about calls that wait, by one compare-and-set each, and how the replies then go on. */
export class ToolDecisions {
  readonly #options: ToolDecisionsOptions
  readonly #scopes = new Map<CallPlace['scope'], ActingScope>()
  #again: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(options: ToolDecisionsOptions) {
    this.#options = options
  }

  join(scope: CallPlace['scope'], acting: ActingScope): void {
    this.#scopes.set(scope, acting)
  }

  /**
   * @throws {Failure} `not_found`; `already_decided`, with how it stands in `errors.state`, also where its agent does not
   * answer any more; `call_expired`;
   * `validation_failed` for a decision that this call does not wait for; `not_ready` while the server leaves
   */
  async decide(wallet: string, id: string, { digest, decision }: DecisionBody): Promise<Decided> {
    const { db, clock, leaving } = this.#options
    leaving?.refuseNew()
    const row = await findCall(db, id)
    if (!row || row.wallet !== wallet) noSuch('call')
    if (row.state !== 'waiting' && row.state !== 'unknown') {
      // Whoever decided it may have died before its reply went on.
      await this.#after([row])
      throw alreadyDecided(row)
    }
    const standing = await this.#standing(row)
    if (standing === 'gone') noSuch('call')
    if (row.state === 'waiting' && row.expiresAt <= clock()) {
      await this.expire()
      throw new Failure('call_expired', 'The time for a decision is over. Ask the agent again.')
    }
    if (row.digest !== digest)
      throw new Failure('conflict', 'This is not what was shown. Load the page again.')
    // What became of a call can be said whoever answers.
    if (standing === 'silent' && row.state === 'waiting') {
      await this.supersede(placeOf(row))
      throw new Failure('already_decided', 'This agent no longer answers.', {
        errors: { state: 'superseded' },
      })
    }
    const isAgain = decision.kind === 'settle' && decision.as === 'again' && row.state === 'unknown'
    const decided = isAgain
      ? await askAnew(db, id, clock())
      : await changeCall(db, id, row.state, changeFor(row, decision, clock()), digest)
    if (!decided) throw alreadyDecided((await findCall(db, id)) ?? row)
    if (decision.kind === 'always') await this.#grant(decided)
    return { place: placeOf(decided), part: partOfRow(decided), goesOn: await this.#after([decided]) }
  }

  /** A person has signed in at a server: what waited for it goes on. */
  async signedIn(wallet: string, origin: string): Promise<void> {
    const { db, clock } = this.#options
    await this.#after(await allowSignedIn(db, { wallet, origin, now: clock() }))
  }

  /** A person goes on in a conversation without deciding, or stops a reply that waits. @returns how many calls that ended */
  async supersede(where: { conversationId: string } | CallPlace): Promise<number> {
    const { db, clock } = this.#options
    const ended = await supersedeCalls(db, where, clock())
    for (const { place, rows } of byReply(ended)) await this.#patch(place, rows, 'stopped')
    return ended.length
  }

  /**
   * A reply is over with calls that are not: those that were not sent are not done, and its person says what became of
   * those that were.
   */
  async ended(place: CallPlace): Promise<void> {
    await this.supersede(place)
    await this.giveUpSent(0, place)
  }

  /** Ends calls that nobody decided in time. */
  async expire(): Promise<void> {
    const { db, clock } = this.#options
    await onEachReply(byReply(await expireCalls(db, clock())), async ({ place, rows }) => {
      // What was allowed a week ago is not done while nobody looks.
      const others = (await waitsForPerson(db, place)) ? [] : await supersedeCalls(db, place, clock())
      await this.#patch(place, [...rows, ...others], 'stopped')
    })
  }

  /** Shows what the ledger has of a reply whose server could not store it any more. */
  async showCalls(place: CallPlace): Promise<void> {
    const rows = await listCalls(this.#options.db, place)
    if (rows.length > 0) await this.#patch(place, rows)
  }

  /** What was sent by a server that died may have happened; its replies wait for their persons. */
  async giveUpSent(graceMs = GRACE_MS, of?: CallPlace): Promise<void> {
    const { db, clock } = this.#options
    const lost = await giveUpSent(db, new Date(clock().getTime() - graceMs), of)
    await onEachReply(byReply(lost), async ({ place }) =>
      this.#patch(place, await listCalls(db, place), 'waiting'),
    ).finally(() => {
      for (const wallet of new Set(lost.map((row) => row.wallet))) this.#options.onWaits?.(wallet)
    })
  }

  async sweep(): Promise<void> {
    const { db, clock } = this.#options
    await sweepCalls(db, new Date(clock().getTime() - KEPT_MS))
    await workOnEach(['giveUpSent', 'expire', 'recover'] as const, (step) => this[step]())
  }

  /** Does what servers left undone that died between a decision or an end and what follows from it. */
  async recover(): Promise<void> {
    const { db, clock } = this.#options
    const stranded = Array.from(this.#scopes.values(), async (scope) =>
      (await scope.listStranded()).map(({ place, wallet }) => ({
        place,
        follow: () => this.showCalls(place).then(() => scope.resume(place, wallet)),
      })),
    )
    const waiting = (await Promise.all(stranded)).flat()
    const left = byReply(await endLeftCalls(db, clock())).map(({ place, rows }) => ({
      ...{ place, follow: () => this.#patch(place, rows, 'stopped') },
    }))
    await onEachReply([...left, ...waiting], ({ follow }) => follow())
  }

  /** Nothing is tried again any more. */
  close(): void {
    this.#isClosed = true
    clearTimeout(this.#again)
  }

  /** A reply was stored as waiting. Whoever decided meanwhile found it running and left it. */
  paused(place: CallPlace, wallet: string): Promise<'waits' | 'goes on'> {
    return this.#orRecover(() => this.#pause(place, wallet))
  }

  async #pause(place: CallPlace, wallet: string): Promise<'waits' | 'goes on'> {
    if (await waitsForPerson(this.#options.db, place)) {
      this.#options.onWaits?.(wallet)
      return 'waits'
    }
    await this.#scopes.get(place.scope)?.resume(place, wallet)
    return 'goes on'
  }

  async #standing(row: ToolCallRow): Promise<Standing> {
    return (await this.#scopes.get(row.scope)?.standing(placeOf(row), row.wallet)) ?? 'answers'
  }

  #after(rows: readonly ToolCallRow[]): Promise<boolean> {
    return this.#orRecover(() => this.#goOn(rows))
  }

  /** What is decided stands: where the database fails before what follows from it, that is done as soon as it is back. */
  async #orRecover<Result>(follow: () => Promise<Result>): Promise<Result> {
    try {
      return await follow()
    } catch (error) {
      this.#recoverAfter(AGAIN.firstMs)
      throw error
    }
  }

  #recoverAfter(waitMs: number): void {
    if (this.#again || this.#isClosed) return
    this.#again = setTimeout(async () => {
      try {
        await this.recover()
        this.#again = undefined
      } catch (error) {
        this.#again = undefined
        this.#options.log.debug({ err: error }, 'replies that wait for nobody do not go on yet')
        this.#recoverAfter(Math.min(waitMs * 2, AGAIN.mostMs))
      }
    }, waitMs)
    this.#again.unref()
  }

  async #goOn(rows: readonly ToolCallRow[]): Promise<boolean> {
    let goesOn = false
    for (const { place, rows: decided } of byReply(rows)) {
      await this.#patch(place, decided)
      if (await waitsForPerson(this.#options.db, place)) continue
      const wallet = decided[0]?.wallet ?? ''
      goesOn = ((await this.#scopes.get(place.scope)?.resume(place, wallet)) ?? false) || goesOn
    }
    return goesOn
  }

  async #patch(place: CallPlace, rows: readonly ToolCallRow[], ended?: 'waiting' | 'stopped') {
    await this.#scopes.get(place.scope)?.patch(
      place,
      rows.map((row) => ({ ...partOfRow(row), id: row.part })),
      ended,
    )
  }

  async #grant(call: ToolCallRow) {
    const { db, clock } = this.#options
    const { wallet, agentId, title, origin, pin } = call
    if (agentId === null) return
    const granted = { wallet, agentId, tool: meantTool(call), title, origin: origin ?? '', pin }
    await storeGrant(db, granted, clock())
  }
}

const onEachReply = <One extends { place: CallPlace }>(ones: One[], work: (one: One) => Promise<unknown>) =>
  workOnEach(ones, work, ({ place }) => `${place.scope} ${place.replyId}`)

function byReply(rows: readonly ToolCallRow[]): { place: CallPlace; rows: ToolCallRow[] }[] {
  const groups = Map.groupBy(rows, ({ scope, scopeId, replyId }) => `${scope} ${scopeId} ${replyId}`)
  return [...groups.values()].flatMap((rows) => (rows[0] ? [{ place: placeOf(rows[0]), rows }] : []))
}
