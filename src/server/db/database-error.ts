/**
 * The database can't be opened or has gone. `message` is one plain sentence that says what to do; nothing secret
 * stands in it, while `cause` is for logs alone.
 */
export class DatabaseError extends Error {
  override name = 'DatabaseError'
}
