import { Failure } from './failure.ts'

/** A connection that broke, could not be opened, or was ended by the server, with the driver's own codes. */
const unreachable =
  /^(08...|53...|57P0[1-5]|58030|25006|CONNECTION_(CLOSED|ENDED|DESTROYED)|CONNECT_TIMEOUT|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$/

const DISK_FULL = '53100'

/** The query builder wraps the driver's errors. */
const DEPTH = 5

export function storageFull(cause?: unknown): Failure {
  const message = 'The server’s disk is full, so nothing can be saved right now. Try again later.'
  return new Failure('storage_full', message, { cause })
}

/** `storage_full`, or `database_unavailable` if the database can't be reached or can't work; null for other errors. */
export function databaseFailure(error: unknown): Failure | null {
  let at = error
  for (let depth = 0; depth < DEPTH && typeof at === 'object' && at !== null; depth++) {
    const { code, syscall, cause } = at as { code?: unknown; syscall?: unknown; cause?: unknown }
    if (code === DISK_FULL) return storageFull(error)
    // The socket of the embedded database does not exist while it restarts.
    const absent = code === 'ENOENT' && syscall === 'connect'
    if (absent || (typeof code === 'string' && unreachable.test(code))) {
      const message = 'The database is not answering right now. Try again shortly.'
      return new Failure('database_unavailable', message, { retryAfter: 1, cause: error })
    }
    at = cause
  }
  return null
}
