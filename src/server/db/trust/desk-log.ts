import { createHash } from 'node:crypto'
import { and, asc, desc, eq, getTableColumns, gt, inArray, lt, max, type SQL } from 'drizzle-orm'
import type { LogRow, ShownLogRow } from '../../../shared/trust/desk.ts'
import { writeLogRow } from '../../../shared/trust/log-row.ts'
import { PREFIX } from '../conceal.ts'
import type { Db } from '../connect/connect.ts'
import { lockNames } from '../lock-names.ts'
import { deskLog, deskObjections, deskPeople } from '../schema/moderation.ts'

/** Rows of the whole log that are read at once. */
const READ_AT_ONCE = 500

/** Until the transaction ends nothing else is done at the desk, on no server: so numbers have no gaps. */
export const lockDesk = (transaction: Db): Promise<void> => lockNames(transaction, 'desk log')

export const hashOfRow = (row: Omit<LogRow, 'hash'>): string =>
  createHash('sha256').update(writeLogRow(row)).digest('hex')

type NewLogRow = Omit<LogRow, 'number' | 'at' | 'before' | 'hash'> & { at: Date; title: string }

/** Writes the next row, in a transaction that holds the desk's lock. */
export async function appendToLog(transaction: Db, { title, at, ...entry }: NewLogRow): Promise<LogRow> {
  const [last] = await transaction
    .select({ number: deskLog.number, hash: deskLog.hash })
    .from(deskLog)
    .orderBy(desc(deskLog.number))
    .limit(1)
  const row = {
    ...entry,
    number: (last?.number ?? 0) + 1,
    at: at.toISOString(),
    before: last?.hash ?? '',
  }
  const hash = hashOfRow(row)
  const until = row.until === null ? null : new Date(row.until)
  await transaction.insert(deskLog).values({ ...row, at, until, hash, title })
  return { ...row, hash }
}

const { title: _, ...hashedColumns } = getTableColumns(deskLog)
type StoredRow = Pick<typeof deskLog.$inferSelect, keyof typeof hashedColumns>

const written = ({ at, until, ...row }: StoredRow): LogRow => ({
  ...row,
  at: at.toISOString(),
  until: until?.toISOString() ?? null,
})

async function listShown(db: Db, where: SQL | undefined, limit: number): Promise<ShownLogRow[]> {
  const found = await db
    .select({ ...getTableColumns(deskLog), person: deskPeople.wallet, said: deskObjections.words })
    .from(deskLog)
    .leftJoin(deskPeople, eq(deskPeople.digest, deskLog.wallet))
    .leftJoin(deskObjections, eq(deskObjections.number, deskLog.number))
    .where(where)
    .orderBy(desc(deskLog.number))
    .limit(limit)
  return found.map(({ title, person, said, ...row }) => ({
    ...written(row),
    title,
    person: person?.startsWith(PREFIX) ? null : person,
    said,
  }))
}

/** Newest first, from before a number on. */
export const listLog = (db: Db, before: number | undefined, limit: number): Promise<ShownLogRow[]> =>
  listShown(db, before === undefined ? undefined : lt(deskLog.number, before), limit)

export async function findLogRow(db: Db, number: number): Promise<ShownLogRow | null> {
  const [row] = await listShown(db, eq(deskLog.number, number), 1)
  return row ?? null
}

/** What concerned a wallet, by the digests that stand for it, newest first. */
export async function listLogOf(db: Db, digests: readonly string[], limit: number): Promise<ShownLogRow[]> {
  return digests.length === 0 ? [] : listShown(db, inArray(deskLog.wallet, [...digests]), limit)
}

/** What refers to some rows: objections, and their answers. */
export async function listAbout(db: Db, numbers: readonly number[]): Promise<ShownLogRow[]> {
  if (numbers.length === 0) return []
  const found = await listShown(db, inArray(deskLog.about, [...numbers]), numbers.length * 4)
  return found.reverse()
}

/** The whole log in its order, as it is hashed, a part at a time; it may grow meanwhile. */
export async function* readLog(db: Db): AsyncGenerator<LogRow> {
  let after = Number.NEGATIVE_INFINITY
  for (;;) {
    const found = await db
      .select(hashedColumns)
      .from(deskLog)
      .where(after === Number.NEGATIVE_INFINITY ? undefined : gt(deskLog.number, after))
      .orderBy(asc(deskLog.number))
      .limit(READ_AT_ONCE)
    for (const row of found) yield written(row)
    const last = found.at(-1)
    if (!last || found.length < READ_AT_ONCE) return
    after = last.number
  }
}

/** The number of the newest row about a thing, in whatever form the log names it, with one of these actions. */
export async function findNewest(
  db: Db,
  { kind, subjects }: { kind: NonNullable<LogRow['kind']>; subjects: readonly string[] },
  actions: readonly LogRow['action'][],
): Promise<number | null> {
  const [found] = await db
    .select({ number: max(deskLog.number) })
    .from(deskLog)
    .where(
      and(
        eq(deskLog.kind, kind),
        inArray(deskLog.subject, [...subjects]),
        inArray(deskLog.action, [...actions]),
      ),
    )
  return found?.number ?? null
}

/** Which of some rows are those by which a thing stands as it does: nothing about how it stands came after them. */
export async function listStanding(db: Db, among: readonly LogRow[]): Promise<number[]> {
  const subjects = [...new Set(among.flatMap(({ subject }) => subject ?? []))]
  if (subjects.length === 0) return []
  const decided = await db
    .select({ number: max(deskLog.number) })
    .from(deskLog)
    .where(
      and(inArray(deskLog.subject, subjects), inArray(deskLog.action, ['unlist', 'take_down', 'put_back'])),
    )
    .groupBy(deskLog.kind, deskLog.subject)
  return decided.flatMap(({ number }) => number ?? [])
}
