import { UNDO_DELETE_MS } from '../../shared/common/limits.ts'
import type { Db } from '../db/connect/connect.ts'
import type { DeletableRows, OwnedId, Restored } from '../db/deletable-rows.ts'
import { Failure } from './failure.ts'

/** In milliseconds, so that an undo that comes too late gets a specific error. */
const KEEP_DELETED_MS = 60 * 60_000

/** Deletes items of one kind, which can be restored for ten seconds. */
export interface UndoableDeletes {
  /** False if this wallet has no such item. */
  mark(of: OwnedId): Promise<boolean>
  /** @returns whether there was something to undo, or the item at all @throws {Failure} `undo_expired` */
  restore(of: OwnedId): Promise<Exclude<Restored, 'late'>>
  /** Items deleted before this time can't be restored. */
  earliest(): Date
  /** Removes items deleted more than an hour ago; to be called every few minutes. */
  sweep(): Promise<void>
}

/** @param options.what the state after the time to undo, such as “the run is deleted” */
export function createUndoableDeletes(options: {
  db: Db
  clock: () => Date
  rows: DeletableRows
  what: string
}): UndoableDeletes {
  const { db, clock, rows, what } = options
  const earliest = () => deletedEarliest(clock())
  return {
    mark: (of) => rows.mark(db, of, clock()),
    async restore(of) {
      const outcome = await rows.restore(db, of, earliest())
      if (outcome === 'late') undoExpired(what)
      return outcome
    },
    earliest,
    async sweep() {
      await rows.remove(db, deletedLongAgo(clock()))
    },
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
