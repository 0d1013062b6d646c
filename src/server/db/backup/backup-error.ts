/** `message` is one plain sentence that says what to do and contains nothing of anybody's data; `cause` is for logs. */
export class BackupError extends Error {
  override name = 'BackupError'
}
