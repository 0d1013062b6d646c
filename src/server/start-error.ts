/** The server can't start; the message is one plain sentence that says what to do. */
export class StartError extends Error {
  override name = 'StartError'
}
