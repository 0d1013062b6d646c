/**
 * Why a server was of no use:
 * - `sign-in`: it wants a sign-in, or another one
 * - `not-public`: its address may not be asked
 * - `redirected`: it leads elsewhere
 * - `unreachable`: there is no connection
 * - `too-slow`, `too-large`: it exceeds a limit
 * - `refused`: it answered with an error
 * - `broken`: it does not speak the protocol, or stopped in the middle
 */
type McpFaultKind =
  | 'sign-in'
  | 'not-public'
  | 'redirected'
  | 'unreachable'
  | 'too-slow'
  | 'too-large'
  | 'refused'
  | 'broken'

/** The message is a sentence for people, and for a model. */
export class McpFault extends Error {
  override name = 'McpFault'
  readonly kind: McpFaultKind
  /** Of `sign-in`: what the server said of it in `WWW-Authenticate`. */
  readonly challenge: string | null

  constructor(kind: McpFaultKind, message: string, challenge: string | null = null) {
    super(message)
    this.kind = kind
    this.challenge = challenge
  }
}
