import { Failure } from '../failure.ts'

const loopback = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/

/**
 * The origin that a sign-in message is bound to: the public one where it is known. Otherwise only a request to this
 * very machine is believed about its host, because a site that relays people to this server could claim any other,
 * and collect signatures that are good here.
 * @throws {Failure} `sign_in_rejected` for a host that nobody vouches for
 */
export function signInOrigin(publicUrl: string | undefined, requested: string): string {
  if (publicUrl !== undefined) return new URL(publicUrl).origin
  if (loopback.test(requested)) return requested
  throw new Failure(
    'sign_in_rejected',
    `Signing in at ${requested} is off until the server is told its address: set PUBLIC_URL to the one people use.`,
  )
}
