/** `message` is one plain sentence that says what to do and contains no secrets; `cause` is for logs only. */
export class DatabaseError extends Error {
  override name = 'DatabaseError'
}
