import type { SignInInput } from '../../../shared/session/session.ts'
import { Failure } from '../failure.ts'
import { signInOrigin } from './sign-in-origin.ts'

type Terms = Pick<SignInInput, 'domain' | 'statement' | 'uri' | 'version' | 'chainId'>

/** Every message signed for an origin must have them. @throws {Failure} `sign_in_rejected` for an untrusted origin */
export function termsOf(
  place: { publicUrl: string | undefined; chainId: string },
  origin: string,
  statement: string,
): Terms {
  const uri = signInOrigin(place.publicUrl, origin)
  return { domain: new URL(uri).host, statement, uri, version: '1', chainId: place.chainId }
}

const fieldNames: Record<keyof SignInInput, string> = {
  domain: 'domain',
  address: 'address',
  statement: 'statement',
  uri: 'URI',
  version: 'version',
  chainId: 'chain ID',
  nonce: 'nonce',
  issuedAt: 'issued-at time',
  expirationTime: 'expiration time',
}

/** @throws {Failure} `sign_in_rejected`, naming the first field in which the signed message differs */
export function requireSame(signed: SignInInput, expected: SignInInput): void {
  for (const field of Object.keys(fieldNames) as (keyof SignInInput)[])
    if (signed[field] !== expected[field])
      throw new Failure(
        'sign_in_rejected',
        `The signed ${fieldNames[field]} is not the one that was asked for.`,
      )
}
