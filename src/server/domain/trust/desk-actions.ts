import { randomUUID } from 'node:crypto'
import { shortAddress } from '../../../shared/text/short-address.ts'
import type { LogRow, NewAction, ShownLogRow } from '../../../shared/trust/desk.ts'
import type { ModerationState } from '../../../shared/trust/moderation.ts'
import type { Seen, Subject } from '../../../shared/trust/reports.ts'
import type { Logger } from '../../base/log.ts'
import type { Db } from '../../db/connect/connect.ts'
import { revokeKeysOf } from '../../db/doors/api-keys.ts'
import {
  decideCase,
  findCaseOf,
  leaveAnswered,
  lockCase,
  lockCaseOf,
  type StoredCase,
} from '../../db/trust/desk-cases.ts'
import { appendToLog, findLogRow, findNewest, lockDesk } from '../../db/trust/desk-log.ts'
import { digestOf, findLoggedSubjects, loggedSubject } from '../../db/trust/desk-people.ts'
import { listObjectionsTo, listOpenObjections } from '../../db/trust/objections.ts'
import { endSuspension, insertSuspension, prepareFindSuspensions } from '../../db/trust/suspensions.ts'
import { Failure } from '../failure.ts'
import { type CaseFacts, type Decision, decideAction } from './decide-action.ts'
import { noSuchCase } from './desk.ts'
import { subjectOf } from './objections.ts'

const DAY_MS = 24 * 3_600_000

/** What takes things down, and everything that shows them with it. */
interface TakesDown {
  /** False for what is gone, or can't stand so. */
  apply(transaction: Db, subject: Subject, state: ModerationState | null): Promise<boolean>
  afterwards(subject: Subject, state: ModerationState | null): Promise<void>
}

interface DeskActionsOptions {
  db: Db
  clock: () => Date
  log: Logger
  operators: readonly string[]
  takedowns: TakesDown
  see: (subject: Subject) => Promise<Seen | null>
  /** Ends what a wallet has answered now, wherever it runs. */
  silence: (wallet: string) => Promise<void>
  onKeysRevoked: (ids: readonly string[]) => void
}

interface Done {
  row: ShownLogRow
  subject: Subject
  /** Unless it stands as before. */
  standing: ModerationState | null | undefined
  silenced: string | null
  keys: readonly string[]
}

/** What operators do at the desk (record 0108): one at a time, each with a row of the log in the same transaction. */
export class DeskActions {
  readonly #options: DeskActionsOptions

  constructor(options: DeskActionsOptions) {
    this.#options = options
  }

  /** @throws {Failure} `not_found`, and what `decideAction` throws */
  async onCase(id: string, operator: string, action: NewAction): Promise<ShownLogRow> {
    return this.#finish(
      await this.#act(operator, action, async (transaction) => {
        return (await lockCase(transaction, id)) ?? noSuchCase()
      }),
    )
  }

  /** Acts on a wallet, whether there is a case or not. @throws {Failure} as `onCase` */
  async onPerson(address: string, operator: string, action: NewAction): Promise<ShownLogRow> {
    const { db, see, clock } = this.#options
    if (!('wallet' in action) || action.wallet !== address) {
      const fault = 'This can’t be done to a wallet.'
      throw new Failure('validation_failed', fault, { errors: { action: fault } })
    }
    const subject: Subject = { kind: 'person', subject: address }
    const seen = (await findCaseOf(db, subject)) ? null : ((await see(subject)) ?? seenPerson(address))
    return this.#finish(
      await this.#act(operator, action, (transaction) =>
        lockCaseOf(transaction, {
          ...{ id: randomUUID(), subject, maker: address, seen: seen ?? seenPerson(address), at: clock() },
        }),
      ),
    )
  }

  #act(operator: string, action: NewAction, caseIn: (transaction: Db) => Promise<StoredCase>): Promise<Done> {
    const { db, operators, clock } = this.#options
    return db.transaction(async (transaction) => {
      await lockDesk(transaction)
      const stored = await caseIn(transaction)
      const { kind, subject, maker } = stored
      const subjects = await findLoggedSubjects(transaction, { kind, subject })
      const suspensions = maker === '' ? [] : await prepareFindSuspensions(transaction)(maker, clock())
      const held = suspensions.map(({ number }) => number)
      const facts: CaseFacts = {
        ...{ case: stored, operator, operators },
        objections: await listOpenObjections(transaction, { kind, subjects }),
        ...{ suspensions, toSuspensions: await listObjectionsTo(transaction, held) },
        standsBy: await findNewest(transaction, { kind, subjects }, ['unlist', 'take_down']),
      }
      const decision = decideAction(action, facts)
      const row = await this.#write(transaction, { stored, operator, action, decision })
      const keys = await this.#carryOut(transaction, { stored, action, decision, row })
      const waits = facts.objections.some(({ about }) => about !== decision.about)
      await decideCase(transaction, stored.id, {
        ...{ number: row.number, at: new Date(row.at), standing: decision.standing },
        state: waits ? 'objected' : decision.leavesOpen ? 'open' : 'closed',
        outcomes: outcomesOf(decision),
      })
      if (decision.ends !== null) await leaveWhereItCame(transaction, decision.ends, { stored, row })
      const isSilencing = action.action === 'suspend' && action.scope !== 'making'
      return {
        row: { ...row, title: stored.seen.title, person: maker || null, said: null },
        subject: { kind, subject },
        standing: decision.standing === stored.standing ? undefined : decision.standing,
        silenced: isSilencing ? maker : null,
        keys,
      }
    })
  }

  async #write(
    transaction: Db,
    of: { stored: StoredCase; operator: string; action: NewAction; decision: Decision },
  ): Promise<LogRow> {
    const { stored, operator, action, decision } = of
    const { kind, subject, maker, seen } = stored
    const at = this.#options.clock()
    const isSuspension = action.action === 'suspend'
    const until = isSuspension && action.days !== null ? new Date(at.getTime() + action.days * DAY_MS) : null
    return appendToLog(transaction, {
      ...{ at, kind, operator, title: seen.title, about: decision.about },
      action: action.action,
      subject: await loggedSubject(transaction, { kind, subject }),
      wallet: maker === '' ? null : await digestOf(transaction, maker),
      ground: action.ground,
      words: action.words,
      scope: isSuspension ? action.scope : null,
      until: until?.toISOString() ?? null,
    })
  }

  /** @returns the ids of keys that it revoked */
  async #carryOut(
    transaction: Db,
    of: { stored: StoredCase; action: NewAction; decision: Decision; row: LogRow },
  ): Promise<readonly string[]> {
    const { stored, decision, row } = of
    const { kind, subject, maker } = stored
    const at = new Date(row.at)
    if (
      decision.standing !== stored.standing &&
      !(await this.#options.takedowns.apply(transaction, { kind, subject }, decision.standing))
    )
      throw new Failure('conflict', 'This is gone, or it can’t stand so.')
    if (decision.suspends && row.scope)
      await insertSuspension(transaction, {
        ...{ number: row.number, wallet: maker, scope: row.scope, since: at },
        until: row.until === null ? null : new Date(row.until),
      })
    if (decision.ends !== null) await endSuspension(transaction, decision.ends, at)
    return decision.revokes ? revokeKeysOf(transaction, maker) : []
  }

  /** What follows from an action outside of the database; a fault of it does not undo what is written. */
  async #finish({ row, subject, standing, silenced, keys }: Done): Promise<ShownLogRow> {
    const { takedowns, silence, onKeysRevoked, log } = this.#options
    log.info({ number: row.number, action: row.action, operator: row.operator }, 'an action at the desk')
    if (keys.length > 0) onKeysRevoked(keys)
    const unfinished = (error: unknown) =>
      log.error({ err: error, number: row.number }, 'what follows from an action at the desk failed')
    if (standing !== undefined) await takedowns.afterwards(subject, standing).catch(unfinished)
    if (silenced) await silence(silenced).catch(unfinished)
    return row
  }
}

function outcomesOf({ outcome, leavesOpen }: Decision) {
  if (leavesOpen) return {}
  if (outcome === 'put_back') return { acted: 'put_back', open: 'nothing' } as const
  return { open: outcome ?? 'nothing' } as const
}

/**
 * A suspension can be lifted from another case of the wallet than the one that it came from. Where somebody objected to it
 * there, that case would wait for an answer which was given here.
 */
async function leaveWhereItCame(
  transaction: Db,
  suspension: number,
  { stored, row }: { stored: StoredCase; row: LogRow },
): Promise<void> {
  const { kind, subject } = (await findLogRow(transaction, suspension)) ?? {}
  if (!kind || !subject) return
  const of = subjectOf({ kind, subject }, stored.maker)
  const other = await findCaseOf(transaction, of)
  if (other?.state !== 'objected' || other.id === stored.id) return
  const subjects = await findLoggedSubjects(transaction, of)
  const left = await listOpenObjections(transaction, { kind, subjects })
  if (left.length === 0)
    await leaveAnswered(transaction, other.id, { number: row.number, at: new Date(row.at) })
}

/** A wallet of which nothing can be seen but that it is one. */
const seenPerson = (address: string): Seen => ({
  title: shortAddress(address),
  maker: address,
  href: `/by/${address}`,
  picture: null,
  texts: [],
})
