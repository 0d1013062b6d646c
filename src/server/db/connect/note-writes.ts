/** After a commit all of it lies before this, also with `synchronous_commit` off. */
export const WAL_POSITION = 'select pg_current_wal_insert_lsn()::text as position'

/** Learns how far the log of the database is after what somebody wrote. */
export interface NotesWrites {
  /** Whether that is wanted for what is asked now. */
  wants(): boolean
  /** The write counts as answered once this resolves. Must not reject. */
  note(position: string): Promise<void>
}
