import type { LogRow, ShownLogRow } from '../../../shared/trust/desk.ts'
import type { Db } from '../../db/connect/connect.ts'
import { encodeCursor } from '../../db/cursor.ts'
import { listLog, readLog } from '../../db/trust/desk-log.ts'
import { readCursor } from '../read-cursor.ts'

const LIST = 'desk log'
const PAGE = 50
const NO_ID = '00000000-0000-0000-0000-000000000000'

/** What was done at the desk, which is only ever added to (record 0108). */
export class DeskLog {
  readonly #db: Db

  constructor({ db }: { db: Db }) {
    this.#db = db
  }

  /** Newest first. @throws {Failure} `cursor_invalid` */
  async list(cursor: string | undefined): Promise<{ rows: ShownLogRow[]; nextCursor: string | null }> {
    const before = readCursor(LIST, cursor)?.rank
    const found = await listLog(this.#db, before, PAGE + 1)
    const page = found.slice(0, PAGE)
    const last = page.at(-1)
    const place = last && { rank: last.number, createdAt: new Date(last.at), id: NO_ID }
    return { rows: page, nextCursor: place && found.length > PAGE ? encodeCursor(LIST, place) : null }
  }

  /** All of it, the oldest first, as it is hashed: whoever has these rows can check the chain without this place. */
  read(): AsyncIterable<LogRow> {
    return readLog(this.#db)
  }
}
