import { limits } from '../../../shared/common/limits.ts'
import type { NewReport, OwnReport, OwnReportsQuery, Seen } from '../../../shared/trust/reports.ts'
import type { Db } from '../../db/connect/connect.ts'
import { lockNames } from '../../db/lock-names.ts'
import {
  countOpenReports,
  findOpenReport,
  findReport,
  insertReport,
  listOwnReports,
  readReporter,
  type StoredReport,
} from '../../db/trust/reports.ts'
import { Failure } from '../failure.ts'
import type { NewWallets } from '../quotas/new-wallets.ts'
import { rankRules } from '../rank/rank.ts'
import { readCursor } from '../read-cursor.ts'
import { boundSeen } from './bound-seen.ts'
import type { Cases } from './cases.ts'
import { reporterWeight } from './reporter-weight.ts'
import type { SeenThings } from './seen.ts'

/** Reports of one wallet that nobody has decided yet: each takes room for a copy. */
const MOST_OPEN = 100

/** How many of a wallet's newest reports say how well it reports. */
const WEIGHED = 200

/** Who reports: a wallet, or a visitor by the address that they come from, which is not stored. */
interface ReportedBy {
  wallet: string | null
  address: string
}

interface ReportsOptions {
  db: Db
  clock: () => Date
  cases: Pick<Cases, 'open'>
  things: Pick<SeenThings, 'see'>
  /** @throws {Failure} `rate_limited` */
  take: (by: { wallet: string } | { address: string }) => Promise<void>
  newWallets: Pick<NewWallets, 'hold'>
}

/** What people report (record 0106). Nobody is told who did. */
export class Reports {
  readonly #options: ReportsOptions
  readonly #db: Db

  constructor(options: ReportsOptions) {
    this.#options = options
    this.#db = options.db
  }

  /**
   * Keeps what is reported as the reporter sees it now. The same again, by its id or of the same wallet while nobody has
   * decided, adds nothing and is answered as the first.
   * @throws {Failure} `not_found` for what the reporter can't see, `forbidden` for what is their own, `conflict` for a
   * taken id, `rate_limited` or `quota_reached`
   */
  async report(by: ReportedBy, wanted: NewReport): Promise<{ report: OwnReport; created: boolean }> {
    const before = await this.#before(by, wanted)
    if (before) return before
    const { things, take, newWallets } = this.#options
    const { wallet } = by
    const { kind, subject } = wanted
    const seen = await things.see({ kind, subject }, wallet)
    if (!seen) throw new Failure('not_found', 'There is nothing here to report.')
    if (wallet !== null && seen.maker === wallet)
      throw new Failure('forbidden', 'This is yours: you can change or delete it yourself.')
    await take(wallet === null ? { address: by.address } : { wallet })
    const store = () => this.#store(wallet, wanted, seen)
    const once = {
      kept: (isStored: boolean) => isStored,
      before: async () => ((await this.#beforeInOrder(by, wanted)) ? false : null),
    }
    const stored = await (wallet === null ? store() : newWallets.hold(wallet, 'reports', store, once))
    const now = await this.#before(by, wanted)
    if (!now) throw new Error('a report that was stored is not there')
    return { report: now.report, created: stored }
  }

  /** @returns false if it is stored already */
  #store(wallet: string | null, wanted: NewReport, seen: Seen): Promise<boolean> {
    const { clock, cases } = this.#options
    const { id, kind, subject, reason, words } = wanted
    const at = clock()
    return this.#db
      .transaction(async (transaction) => {
        if (wallet !== null) {
          // One after the other, so that two at once are not two reports of a thing, or one too many.
          await lockNames(transaction, `reports ${wallet}`)
          if (await findOpenReport(transaction, wallet, wanted)) return false
          if ((await countOpenReports(transaction, wallet)) >= MOST_OPEN) throw tooManyOpen()
        }
        const weight = reporterWeight(wallet === null ? null : await this.#reporter(transaction, wallet, at))
        const { maker } = seen
        const caseId = await cases.open(transaction, {
          kind,
          subject,
          source: 'report',
          weight,
          maker,
          seen,
          at,
        })
        const report = { id, caseId, reporter: wallet, reason, words, weight, createdAt: at }
        if (await insertReport(transaction, { ...report, seen: boundSeen(seen) })) return true
        // Takes back what the case got for it.
        throw new IdTaken()
      })
      .catch((error: unknown) => {
        if (error instanceof IdTaken) return false
        throw error
      })
  }

  /** The wallet's own reports, newest first, with what became of each. */
  async list(wallet: string, query: OwnReportsQuery): Promise<Awaited<ReturnType<typeof listOwnReports>>> {
    const { cursor, limit = limits.listPage } = query
    return listOwnReports(this.#db, { reporter: wallet, after: readCursor('own-reports', cursor), limit })
  }

  #reporter(transaction: Db, wallet: string, now: Date) {
    return readReporter(transaction, wallet, { whole: rankRules.whole, now, most: WEIGHED })
  }

  /** What the same wallet is storing at this moment is waited for. */
  #beforeInOrder(by: ReportedBy, wanted: NewReport) {
    return this.#db.transaction(async (transaction) => {
      await lockNames(transaction, `reports ${by.wallet}`)
      return this.#before(by, wanted, transaction)
    })
  }

  async #before({ wallet }: ReportedBy, wanted: NewReport, db = this.#db) {
    const same = await findReport(db, wanted.id)
    if (same && !isRepeated(same, wallet, wanted))
      throw new Failure('conflict', 'There is another report with this id. Send it again with a new one.')
    const found = same ?? (wallet === null ? null : await findOpenReport(db, wallet, wanted))
    return found && { report: found.report, created: false }
  }
}

class IdTaken extends Error {}

function isRepeated(stored: StoredReport, wallet: string | null, wanted: NewReport): boolean {
  const { reporter, kind, subject, report } = stored
  const isSame = kind === wanted.kind && subject === wanted.subject
  // Nobody tells two visitors apart: only whoever wrote the same gets it back.
  return reporter === wallet && isSame && (wallet !== null || report.words === wanted.words)
}

const tooManyOpen = () =>
  new Failure(
    'quota_reached',
    `Nobody has looked at ${MOST_OPEN} of your reports yet. You can send more once some of them are decided.`,
  )
