import { Failure } from './failure.ts'

/** A connection that broke, could not be made, or was ended by the server, and what the driver says in their place. */
const unreachable =
  /^(08...|53...|57P0[1-5]|58030|25006|CONNECTION_(CLOSED|ENDED|DESTROYED)|CONNECT_TIMEOUT|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$/

/** PostgreSQL's disk_full. */
const DISK_FULL = '53100'

/** Causes are followed this far: the query builder wraps the driver's errors. */
const DEPTH = 5

/** `storage_full`, in one plain sentence. */
export function storageFull(cause?: unknown): Failure {
  const message = 'The disk of the server is full, so nothing can be saved at the moment. Try again later.'
  return new Failure('storage_full', message, { cause })
}

/**
 * What a failed statement says of the database itself rather than of the statement: `storage_full` where it has no room,
 * `database_unavailable` where it can't be reached or can't work at the moment; null for everything else.
 */
export function databaseFailure(error: unknown): Failure | null {
  let at = error
  for (let depth = 0; depth < DEPTH && typeof at === 'object' && at !== null; depth++) {
    const { code, syscall, cause } = at as { code?: unknown; syscall?: unknown; cause?: unknown }
    if (code === DISK_FULL) return storageFull(error)
    // The socket of the embedded database, which is gone while it starts again.
    const absent = code === 'ENOENT' && syscall === 'connect'
    if (absent || (typeof code === 'string' && unreachable.test(code))) {
      const message = 'The database does not answer at the moment. Try again shortly.'
      return new Failure('database_unavailable', message, { retryAfter: 1, cause: error })
    }
    at = cause
  }
  return null
}
