import { UNDO_DELETE_MS } from '../../shared/common/limits.ts'
import type { Db } from '../db/connect/connect.ts'
import type { DeletableRows, OwnedId, Restored } from '../db/deletable-rows.ts'
import { Failure } from './failure.ts'

/** How long something deleted is kept, so that an undo that comes too late is told so, in milliseconds. */
const KEEP_DELETED_MS = 60 * 60_000

/** Deleting things of one kind, so that for ten seconds each of them can be brought back. */
export interface UndoableDeletes {
  /** Takes it out of sight; false where this wallet has none. */
  mark(of: OwnedId): Promise<boolean>
  /** Undoes `mark`. @returns whether there was something to undo, or something at all @throws {Failure} `undo_expired` */
  restore(of: OwnedId): Promise<Exclude<Restored, 'late'>>
  /** What was deleted before this moment stays deleted. */
  earliest(): Date
  /** Removes for good what was deleted an hour ago; to be called every few minutes. */
  sweep(): Promise<void>
}

/** @param what what is said of them once it is too late, such as “the run is deleted” */
export function createUndoableDeletes(options: {
  db: Db
  clock: () => Date
  rows: DeletableRows
  what: string
}): UndoableDeletes {
  const { db, clock, rows, what } = options
  const ago = (milliseconds: number) => new Date(clock().getTime() - milliseconds)
  const earliest = () => ago(UNDO_DELETE_MS)
  return {
    mark: (of) => rows.mark(db, of, clock()),
    async restore(of) {
      const outcome = await rows.restore(db, of, earliest())
      if (outcome === 'late') undoExpired(what)
      return outcome
    },
    earliest,
    async sweep() {
      await rows.remove(db, ago(KEEP_DELETED_MS))
    },
  }
}

/** @throws {Failure} */
export function undoExpired(what: string): never {
  throw new Failure('undo_expired', `It is too late to undo this: ${what}.`)
}
