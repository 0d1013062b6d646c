import { createHash } from 'node:crypto'
import { clientIdOf } from '../src/server/domain/doors/oauth/client-ids.ts'

/** Where the program of these journeys gets its answers. */
export const CALLBACK = 'https://notebook.example/answers'

/** The secret of its request. */
export const VERIFIER = 'a-secret-that-only-the-program-knows-until-it-asks'

export const clientId = clientIdOf({ name: 'Notebook', redirectUris: [CALLBACK] }) ?? ''

/** Where a program sends a person to be let in. */
export function authorizeAddress(more: Record<string, string> = {}): string {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: CALLBACK,
    code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
    code_challenge_method: 'S256',
    state: 'page 7',
    ...more,
  })
  return `/authorize?${query}`
}
