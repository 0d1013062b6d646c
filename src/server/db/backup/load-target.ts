import type { ArchivedTable } from './manifest.ts'

/** A database that is filled from an archive, by one process alone. */
export interface LoadTarget {
  kind: 'embedded' | 'postgresql'
  query(text: string): Promise<Record<string, unknown>[]>
  /** What is asked meanwhile is in the transaction. */
  transaction<Result>(work: () => Promise<Result>): Promise<Result>
  /** @param into what follows `copy`: a table and its columns */
  copyIn(into: string, rows: Buffer): Promise<void>
  /** Counts and hashes what a `COPY … TO STDOUT` writes, which is in memory only in pieces. */
  measure(text: string): Promise<Pick<ArchivedTable, 'rows' | 'bytes' | 'sha256'>>
  /** To be called after each batch: the embedded database makes no checkpoints of its own. */
  wrote(bytes: number): Promise<void>
  /** Another connection to the same database, where it can have several: what they do goes on at once. */
  another?(): Promise<Omit<LoadTarget, 'another'>>
  /** To be called once the mark of a restore is in the database: servers refuse it by that alone from now on. */
  marked(): Promise<void>
  close(): Promise<void>
}

/** In addition to those of reading. Work that is lost with the power is done again. */
export const loadSettings = [`maintenance_work_mem = '128MB'`, 'synchronous_commit = off'].map(
  (setting) => `set ${setting}`,
)

/** Undoes everything if the work fails. @param query goes over the connection that the work uses as well */
export async function inTransaction<Result>(
  query: LoadTarget['query'],
  work: () => Promise<Result>,
): Promise<Result> {
  await query('begin')
  try {
    const result = await work()
    await query('commit')
    return result
  } catch (error) {
    await query('rollback').catch(() => {})
    throw error
  }
}
