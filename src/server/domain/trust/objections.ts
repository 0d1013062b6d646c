import { randomUUID } from 'node:crypto'
import type { DeskAction, ShownLogRow, Statement } from '../../../shared/trust/desk.ts'
import type { ReportedKind, Seen, Subject } from '../../../shared/trust/reports.ts'
import type { Db } from '../../db/connect/connect.ts'
import { findCaseOf, lockCaseOf, objectInCase } from '../../db/trust/desk-cases.ts'
import {
  appendToLog,
  findLogRow,
  listAbout,
  listLogOf,
  listStanding,
  lockDesk,
} from '../../db/trust/desk-log.ts'
import { listDigests } from '../../db/trust/desk-people.ts'
import { hasObjection, insertObjection } from '../../db/trust/objections.ts'
import { Failure } from '../failure.ts'
import type { Suspensions } from './suspensions.ts'

/** The newest ones; whoever has more is hardly helped by a longer list. */
const STATEMENTS = 100

const objectable = ['unlist', 'take_down', 'suspend', 'revoke_keys'] as const satisfies DeskAction[]
const isObjectable = (action: DeskAction) => (objectable as readonly DeskAction[]).includes(action)
const undoing: readonly DeskAction[] = ['put_back', 'lift']

interface ObjectionsOptions {
  db: Db
  clock: () => Date
  suspensions: Pick<Suspensions, 'of'>
  see: (subject: Subject) => Promise<Seen | null>
}

/** What people read of actions that concern them, and what they say to it (record 0108). Suspended wallets do both. */
export class Objections {
  readonly #options: ObjectionsOptions

  constructor(options: ObjectionsOptions) {
    this.#options = options
  }

  /** Newest first. */
  async list(wallet: string): Promise<Statement[]> {
    const { db, suspensions } = this.#options
    const found = await listLogOf(db, await listDigests(db, wallet), STATEMENTS)
    const [held, related, standing] = await Promise.all([
      suspensions.of(wallet),
      listAbout(
        db,
        found.map(({ number }) => number),
      ),
      listStanding(db, found),
    ])
    const holding = new Set([...held.map(({ number }) => number), ...standing])
    return found.flatMap((row) => {
      const about = related.filter((other) => other.about === row.number)
      const isOwn = isObjectable(row.action) || (undoing.includes(row.action) && !isAnswer(row, found))
      return isOwn ? [stated(row, about, holding, wallet)] : []
    })
  }

  /**
   * Objects once to an action that concerns the wallet; its case waits for another operator.
   * @throws {Failure} `not_found` for what is not theirs, `already_objected`, `conflict` for what nothing is left of
   */
  async object(wallet: string, number: number, words: string): Promise<void> {
    const { db, see, clock } = this.#options
    const action = await this.#ownAction(db, wallet, number)
    const subject = subjectOf(action, wallet)
    // Read before the transaction, since the embedded database has no second connection inside of one.
    const seen = (await findCaseOf(db, subject)) ? null : await see(subject)
    await db.transaction(async (transaction) => {
      await lockDesk(transaction)
      if (await hasObjection(transaction, number))
        throw new Failure('already_objected', 'You have objected to this already. Somebody will look at it.')
      const about = await listAbout(transaction, [number])
      if (about.some((row) => undoing.includes(row.action)))
        throw new Failure('conflict', 'This was taken back already.')
      const at = clock()
      const gone: Seen = { title: action.title, maker: wallet, href: '/', picture: null, texts: [] }
      const made = { id: randomUUID(), subject, maker: wallet, seen: seen ?? gone, at }
      const { id } = await lockCaseOf(transaction, made)
      const row = await appendToLog(transaction, {
        ...{ at, action: 'object', kind: action.kind, subject: action.subject, wallet: action.wallet },
        // What they say is theirs, and goes when they go.
        ...{ operator: '', ground: null, words: '', scope: null, until: null, about: number },
        title: action.title,
      })
      await insertObjection(transaction, { number: row.number, about: number, words })
      await objectInCase(transaction, id, at)
    })
  }

  /** The same answer for what is not there and for what is somebody else's. */
  async #ownAction(
    db: Db,
    wallet: string,
    number: number,
  ): Promise<ShownLogRow & { kind: ReportedKind; subject: string; wallet: string }> {
    const [digests, found] = await Promise.all([listDigests(db, wallet), findLogRow(db, number)])
    const { kind, subject, wallet: digest, action } = found ?? {}
    if (
      !found ||
      !kind ||
      !subject ||
      !digest ||
      !digests.includes(digest) ||
      !action ||
      !isObjectable(action)
    )
      throw new Failure('not_found', 'There is no such statement to you.')
    return { ...found, kind, subject, wallet: digest }
  }
}

/** An answer to an objection stands with that, not as a statement of its own. */
const isAnswer = (row: ShownLogRow, all: readonly ShownLogRow[]): boolean =>
  all.some(({ action, about }) => action === 'object' && about === row.about)

/** The thing as this place names it: in the log a person is a digest, and this one is the wallet that it concerns. */
export function subjectOf(
  { kind, subject }: { kind: ReportedKind; subject: string },
  wallet: string,
): Subject {
  if (kind === 'person') return { kind, subject: wallet }
  return { kind, subject: kind === 'rating' ? `${subject.split('/')[0]}/${wallet}` : subject }
}

function stated(
  row: ShownLogRow,
  about: readonly ShownLogRow[],
  holding: ReadonlySet<number>,
  wallet: string,
): Statement {
  const { number, at, action, kind, subject, title, ground, words, scope, until } = row
  const objection = about.find((other) => other.action === 'object')
  const answer = objection && about.find((other) => other.number > objection.number && other !== objection)
  const isUndone = about.some((other) => undoing.includes(other.action))
  return {
    ...{ number, at, action, kind, title, ground, words, scope, until },
    subject: kind && subject && subjectOf({ kind, subject }, wallet).subject,
    holds: isObjectable(action) && holding.has(number),
    objection: objection
      ? {
          words: objection.said ?? '',
          at: objection.at,
          answer: answer ? (answer.action === 'uphold' ? 'upheld' : 'put_back') : null,
          answerWords: answer?.words ?? '',
        }
      : null,
    canObject: isObjectable(action) && !objection && !isUndone,
  }
}
