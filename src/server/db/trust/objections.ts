import { and, asc, eq, inArray, notExists, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { DeskAction, LogRow } from '../../../shared/trust/desk.ts'
import type { Db } from '../connect/connect.ts'
import { deskLog, deskObjections } from '../schema/moderation.ts'

/** An objection that nobody has answered. */
export interface OpenObjection {
  /** The action's number in the log. */
  about: number
  action: DeskAction
  /** Who took the action. */
  operator: string
  words: string
  at: Date
}

/** What answers an objection: a later row about the same action. */
const answers = ['put_back', 'lift', 'uphold'] as const satisfies readonly DeskAction[]

const action = alias(deskLog, 'action')
const answer = alias(deskLog, 'answer')

/** The open objections to actions on a thing, as the log names it; oldest first. */
export async function listOpenObjections(
  db: Db,
  { kind, subjects }: { kind: NonNullable<LogRow['kind']>; subjects: readonly string[] },
): Promise<OpenObjection[]> {
  if (subjects.length === 0) return []
  return listOpen(db, and(eq(action.kind, kind), inArray(action.subject, [...subjects])))
}

/** The open objections to some actions, whatever they are about; oldest first. */
export async function listObjectionsTo(db: Db, numbers: readonly number[]): Promise<OpenObjection[]> {
  return numbers.length === 0 ? [] : listOpen(db, inArray(action.number, [...numbers]))
}

function listOpen(db: Db, which: SQL | undefined): Promise<OpenObjection[]> {
  const answered = db
    .select({ number: answer.number })
    .from(answer)
    .where(and(eq(answer.about, action.number), inArray(answer.action, [...answers])))
  return db
    .select({
      about: action.number,
      action: action.action,
      operator: action.operator,
      words: deskObjections.words,
      at: deskLog.at,
    })
    .from(deskObjections)
    .innerJoin(deskLog, eq(deskLog.number, deskObjections.number))
    .innerJoin(action, eq(action.number, deskObjections.about))
    .where(and(which, notExists(answered)))
    .orderBy(asc(deskObjections.number))
}

export async function insertObjection(
  transaction: Db,
  row: { number: number; about: number; words: string },
): Promise<void> {
  await transaction.insert(deskObjections).values(row)
}

/** Whether somebody objected to an action already, their words gone or not. */
export async function hasObjection(db: Db, about: number): Promise<boolean> {
  const [row] = await db
    .select({ number: deskLog.number })
    .from(deskLog)
    .where(and(eq(deskLog.about, about), eq(deskLog.action, 'object')))
    .limit(1)
  return row !== undefined
}
