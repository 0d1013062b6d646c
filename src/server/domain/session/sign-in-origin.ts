import { Failure } from '../failure.ts'

const loopback = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/

/**
 * Returns the public URL's. Without one only loopback addresses are trusted, because a site that relays people to this
 * server could claim any other host and collect valid signatures.
 * @throws {Failure} `sign_in_rejected` for an untrusted host
 */
export function signInOrigin(publicUrl: string | undefined, requested: string): string {
  if (publicUrl !== undefined) return new URL(publicUrl).origin
  if (loopback.test(requested)) return requested
  throw new Failure(
    'sign_in_rejected',
    `Signing in at ${requested} is off until the server is told its address: set PUBLIC_URL to the one people use.`,
  )
}
