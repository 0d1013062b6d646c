import { UNDO_DELETE_MS } from '../../shared/common/limits.ts'
import type { Db } from '../db/connect/connect.ts'
import type { DeletableRows, OwnedId, Restored } from '../db/deletable-rows.ts'
import { Failure } from './failure.ts'

/** In milliseconds, so that an undo that comes too late gets a specific error. */
const KEEP_DELETED_MS = 60 * 60_000

interface UndoableDeletesOptions {
  db: Db
  clock: () => Date
  rows: DeletableRows
  /** The state after the time to undo, such as “the run is deleted”. */
  what: string
}

/** Deletes items of one kind, which can be restored for ten seconds. */
export class UndoableDeletes {
  readonly #options: UndoableDeletesOptions

  constructor(options: UndoableDeletesOptions) {
    this.#options = options
  }

  /** False if this wallet has no such item. */
  mark(of: OwnedId): Promise<boolean> {
    const { db, clock, rows } = this.#options
    return rows.mark(db, of, clock())
  }

  /** @returns whether there was something to undo, or the item at all @throws {Failure} `undo_expired` */
  async restore(of: OwnedId): Promise<Exclude<Restored, 'late'>> {
    const { db, rows, what } = this.#options
    const outcome = await rows.restore(db, of, this.earliest())
    if (outcome === 'late') undoExpired(what)
    return outcome
  }

  /** Items deleted before this time can't be restored. */
  earliest(): Date {
    return deletedEarliest(this.#options.clock())
  }

  /** Removes items deleted more than an hour ago; to be called every few minutes. */
  async sweep(): Promise<void> {
    const { db, clock, rows } = this.#options
    await rows.remove(db, deletedLongAgo(clock()))
  }
}

/** What was deleted before this time can't be restored. */
export const deletedEarliest = (now: Date) => new Date(now.getTime() - UNDO_DELETE_MS)

/** What was deleted before this time is swept. */
export const deletedLongAgo = (now: Date) => new Date(now.getTime() - KEEP_DELETED_MS)

/** @throws {Failure} `undo_expired` */
export function undoExpired(what: string): never {
  throw new Failure('undo_expired', `It is too late to undo this: ${what}.`)
}
