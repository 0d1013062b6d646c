/** `message` is one plain sentence that says what to do and contains no secrets; `cause` is for logs only. */
export class OperatorError extends Error {
  override name = 'OperatorError'
}

/** What was asked for can't be meant, and nothing was done. */
export class UsageError extends OperatorError {
  override name = 'UsageError'
}
