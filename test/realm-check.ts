import { isDeepStrictEqual } from 'node:util'
import type { RealmMessage } from '../src/shared/realms/realm-messages.ts'
import type { Acknowledged } from './realm-load.ts'
import type { RealmReader } from './realm-reader.ts'
import { eventually } from './realm-servers.ts'
import type { SqlTag } from './sql-tag.ts'

/** What one message is, to whoever has it. */
interface Line {
  number: number
  version: number
  id: string
  author: string
  /** Of an answer that is running, empty: how much of it somebody has heard so far is nobody's promise. */
  content: string
  /** Of an answer. */
  state: string | null
}

export interface RealmReport {
  acknowledged: number
  stored: number
  /** Acknowledged, and not stored under the number that was acknowledged with the words that were sent. */
  missing: number
  /** Stored under more than one number, or not acknowledged to anybody though everybody went on until they were. */
  double: number
  /** Messages of one writer that stand in another order than it sent them; numbers that are missing count as well. */
  outOfOrder: number
  /** Readers whose messages are not exactly those of the database. */
  readersApart: number
  /** What readers were told that they must not be told. */
  readerFaults: string[]
}

/** Waits until every reader knows the realm's newest version, and compares everything with what the database has. */
export async function checkRealm({
  sql,
  realm,
  acknowledged,
  readers,
}: {
  sql: SqlTag
  realm: string
  acknowledged: readonly Acknowledged[]
  readers: readonly RealmReader[]
}): Promise<RealmReport> {
  const rows = await readRealm(sql, realm, readers)
  const lines = rows.map(({ kind: _, ...line }) => line)
  const stored = new Map(lines.map((line) => [line.id, line]))
  const said = rows.filter(({ kind }) => kind === 'said')
  const lost = acknowledged.filter(({ id, author, content, number }) => {
    const line = stored.get(id)
    return !line || line.author !== author || line.content !== content || line.number !== number
  })
  return {
    acknowledged: acknowledged.length,
    stored: said.length,
    missing: lost.length,
    double: said.length - acknowledged.length + lost.length,
    outOfOrder:
      countOutOfOrder(acknowledged) + lines.filter(({ number }, index) => number !== index + 1).length,
    readersApart: readers.filter((reader) => !isDeepStrictEqual(reader.messages().map(lineOf), lines)).length,
    readerFaults: readers.flatMap(({ faults }) => faults),
  }
}

interface Row extends Line {
  kind: string
}

/** What the database has at a moment at which every reader knows of its newest change. */
async function readRealm(
  sql: SqlTag,
  realm: string,
  readers: readonly RealmReader[],
): Promise<readonly Row[]> {
  const newest = async () => {
    const [row] = await sql<{ change: number }[]>`
      select last_change::int as change from realms where id = ${realm}`
    return row?.change ?? 0
  }
  let rows: readonly Row[] = []
  await eventually('every reader knows everything', async () => {
    const version = await newest()
    if (!readers.every((reader) => reader.live && reader.version >= version)) return false
    rows = await sql<Row[]>`
      select number::int, version::int, id, author, content, state, kind from realm_messages
      where realm_id = ${realm} order by number`
    return (await newest()) === version && readers.every((reader) => reader.version === version)
  })
  return rows
}

/** What there has to be of it after whatever happened. */
export function faultless({ acknowledged }: RealmReport): RealmReport {
  const none = { missing: 0, double: 0, outOfOrder: 0, readersApart: 0, readerFaults: [] }
  return { acknowledged, stored: acknowledged, ...none }
}

function lineOf(message: RealmMessage): Line {
  const { number, version, id, author, content } = message
  const state = message.kind === 'answer' ? message.state : null
  return { number, version, id, author, content: state === 'running' ? '' : content, state }
}

/** Each writer's messages were acknowledged one after the other, so their numbers have to grow. */
function countOutOfOrder(acknowledged: readonly Acknowledged[]): number {
  const newest = new Map<string, number>()
  return acknowledged.filter(({ author, number }) => {
    const before = newest.get(author) ?? 0
    newest.set(author, Math.max(before, number))
    return number <= before
  }).length
}
