import type { DeskCase, DeskCasePage } from '../../../shared/trust/desk.ts'
import type { Seen, Subject } from '../../../shared/trust/reports.ts'
import type { Db } from '../../db/connect/connect.ts'
import { encodeCursor } from '../../db/cursor.ts'
import {
  type CaseState,
  countActed,
  countReasons,
  countWaiting,
  findCase,
  listCases,
  listReports,
  type StoredCase,
} from '../../db/trust/desk-cases.ts'
import { listLogOf } from '../../db/trust/desk-log.ts'
import { findLoggedSubjects, listDigests } from '../../db/trust/desk-people.ts'
import { listOpenObjections } from '../../db/trust/objections.ts'
import { Failure, noSuch } from '../failure.ts'
import { readCursor } from '../read-cursor.ts'
import { mayAnswer } from './may-answer.ts'
import type { Suspensions } from './suspensions.ts'

const PAGE = 30
const REPORTS = 100
const HISTORY = 50

interface DeskOptions {
  db: Db
  suspensions: Pick<Suspensions, 'of'>
  /** What stands somewhere now, what is taken down included. */
  see: (subject: Subject) => Promise<Seen | null>
  /** The wallets of operators. */
  operators: readonly string[]
}

/** What operators read at the desk (record 0108). Only their wallets get here: routes say so. */
export class Desk {
  readonly #options: DeskOptions

  constructor(options: DeskOptions) {
    this.#options = options
  }

  isOperator(wallet: string): boolean {
    return this.#options.operators.includes(wallet)
  }

  /** Asked with each request, so that a wallet that the settings no longer have is out. @throws {Failure} `forbidden` */
  requireOperator(wallet: string): void {
    if (!this.isOperator(wallet))
      throw new Failure('forbidden', 'Only whoever runs this place gets to the desk.')
  }

  countWaiting(): Promise<number> {
    return countWaiting(this.#options.db)
  }

  /** @throws {Failure} `cursor_invalid` */
  async list({ state, cursor }: { state?: CaseState | undefined; cursor?: string | undefined }): Promise<{
    cases: DeskCase[]
    nextCursor: string | null
  }> {
    const { db } = this.#options
    const list = `desk ${state ?? 'waiting'}`
    const found = await listCases(db, { state, after: readCursor(list, cursor), limit: PAGE + 1 })
    const page = found.slice(0, PAGE)
    const last = page.at(-1)
    const reasons = await countReasons(
      db,
      page.map(({ id }) => id),
    )
    return {
      cases: page.map((stored) => showCase(stored, reasons.get(stored.id))),
      nextCursor: last && found.length > PAGE ? encodeCursor(list, placeOf(last)) : null,
    }
  }

  /** @throws {Failure} `not_found` */
  async open(id: string, operator: string): Promise<DeskCasePage> {
    const { db, see } = this.#options
    const stored = (await findCase(db, id)) ?? noSuchCase()
    const { kind, subject, maker, beside } = stored
    const subjects = await findLoggedSubjects(db, { kind, subject })
    const [reasons, now, other, reports, objections] = await Promise.all([
      countReasons(db, [id]),
      see({ kind, subject }),
      beside === null ? null : see({ kind, subject: beside }),
      listReports(db, id, REPORTS),
      listOpenObjections(db, { kind, subjects }),
    ])
    return {
      case: showCase(stored, reasons.get(id)),
      now,
      beside: beside === null ? null : { subject: beside, now: other },
      reports: reports.map(({ at, ...report }) => ({ ...report, at: at.toISOString() })),
      maker: await this.#historyOf(maker),
      objections: objections.map(({ operator: actor, at, ...objection }) => ({
        ...objection,
        at: at.toISOString(),
        canAnswer: mayAnswer({ operator, actor, operators: this.#options.operators }),
      })),
    }
  }

  async #historyOf(maker: string): Promise<DeskCasePage['maker']> {
    const { db, suspensions } = this.#options
    if (maker === '') return { history: [], reportsActed: 0, suspended: null }
    const [digests, reportsActed, [held]] = await Promise.all([
      listDigests(db, maker),
      countActed(db, maker),
      suspensions.of(maker),
    ])
    return {
      history: await listLogOf(db, digests, HISTORY),
      reportsActed,
      suspended: held ? { scope: held.scope, until: held.until?.toISOString() ?? null } : null,
    }
  }
}

/** The queue goes by weight; closed cases by when they were decided. */
const placeOf = ({ state, weight, id, firstAt, decidedAt }: StoredCase) =>
  state === 'closed' ? { createdAt: decidedAt ?? firstAt, id } : { rank: weight, createdAt: firstAt, id }

export function noSuchCase(): never {
  noSuch('case')
}

/** A case as operators see it. */
function showCase(stored: StoredCase, reasons: DeskCase['reasons'] = {}): DeskCase {
  const { id, kind, subject, sources, seen, reports, weight, state, standing, firstAt, lastAt } = stored
  return {
    ...{ id, kind, subject, sources, seen, reports, reasons, weight, state, standing },
    firstAt: firstAt.toISOString(),
    lastAt: lastAt.toISOString(),
  }
}
