import type { Logger } from '../../../base/log.ts'
import type { SendRequest } from '../../../llm/model-address.ts'
import { createOAuthFetch } from './oauth-fetch.ts'
import type { StoredSignIn } from './stored-sign-in.ts'

/**
 * Tells an authorization server that tokens are not used any more (RFC 7009), where it can be told. What it answers
 * changes nothing: here they are gone.
 */
export async function revokeTokens(
  { tokens, at }: StoredSignIn,
  { send, log }: { send: SendRequest; log: Logger },
): Promise<void> {
  const endpoint = at?.metadata.revocation_endpoint
  if (!tokens || !at || endpoint === undefined) return
  const { client_id: id, client_secret: secret } = at.client
  const basic = `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret ?? '')}`).toString('base64')}`
  const byBody = at.client.token_endpoint_auth_method === 'client_secret_post'
  const { fetch } = createOAuthFetch(send)
  const given = { refresh_token: tokens.refresh, access_token: tokens.access }
  for (const [hint, token] of Object.entries(given)) {
    if (token === undefined) continue
    const body = new URLSearchParams({ token, token_type_hint: hint })
    if (secret === undefined || byBody) body.set('client_id', id)
    if (secret !== undefined && byBody) body.set('client_secret', secret)
    try {
      await fetch(endpoint, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          ...(secret !== undefined && !byBody && { authorization: basic }),
        },
        body,
      })
    } catch (error) {
      log.debug({ err: error }, 'an authorization server was not told that a token is not used any more')
    }
  }
}
