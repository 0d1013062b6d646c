/**
 * The error thrown if the database can't be opened or is lost. `message` is one plain sentence that says what to do and
 * contains no secrets; `cause` is for logs only.
 */
export class DatabaseError extends Error {
  override name = 'DatabaseError'
}
