import { Hono } from 'hono'
import * as z from 'zod/mini'
import { limits } from '../../../../shared/common/limits.ts'
import { type Authorizations, OAuthFailure } from '../../../domain/doors/oauth/authorizations.ts'
import { clientIdOf, isRedirectUri } from '../../../domain/doors/oauth/client-ids.ts'
import { Failure } from '../../../domain/failure.ts'
import { CLIENT_METADATA_PATH, clientMetadataDocument } from '../../../domain/mcp/oauth/begin-sign-in.ts'
import { readForm, readJson } from '../../body.ts'
import type { AppContext, AppEnv } from '../../context.ts'
import { callbackAt } from '../../routes/sign-ins.ts'
import { MCP_PATH } from '../mcp/mcp.ts'
import { originFor, RESOURCE_METADATA } from '../request/bearer.ts'

const AUTHORIZE = '/authorize'

/** All that a token allows: using agents as its wallet. */
const SCOPES = ['agents']

const METADATA_SECONDS = 3_600

const registrationSchema = z.object({
  redirect_uris: z.array(z.string()),
  client_name: z.optional(z.string()),
})

/** What OAuth 2.1's clients talk to; people consent on a page (`routes/authorization.ts`). */
export function oauthRoutes(options: {
  authorizations: Pick<Authorizations, 'redeem'>
  clock: () => Date
  publicOrigin: string | undefined
}) {
  const { authorizations, clock } = options
  const originOf = (c: AppContext) => originFor(c, options.publicOrigin)
  const metadata = (c: AppContext, content: object) =>
    c.json(content, 200, { 'cache-control': `public, max-age=${METADATA_SECONDS}` })

  const resource = (c: AppContext, path: string) =>
    metadata(c, {
      resource: originOf(c) + path,
      resource_name: 'Bionic',
      authorization_servers: [originOf(c)],
      scopes_supported: SCOPES,
      bearer_methods_supported: ['header'],
    })

  return new Hono<AppEnv>()
    .get(RESOURCE_METADATA, (c) => resource(c, ''))
    .get(RESOURCE_METADATA + MCP_PATH, (c) => resource(c, MCP_PATH))
    .get('/.well-known/oauth-authorization-server', (c) => {
      const origin = originOf(c)
      return metadata(c, {
        issuer: origin,
        authorization_endpoint: origin + AUTHORIZE,
        token_endpoint: `${origin}/oauth/token`,
        registration_endpoint: `${origin}/oauth/register`,
        response_types_supported: ['code'],
        response_modes_supported: ['query'],
        grant_types_supported: ['authorization_code'],
        code_challenge_methods_supported: ['S256'],
        token_endpoint_auth_methods_supported: ['none'],
        scopes_supported: SCOPES,
        authorization_response_iss_parameter_supported: true,
      })
    })
    .get(CLIENT_METADATA_PATH, (c) => {
      // Its address is this place's name where people sign in for a server, which asks for it over https.
      const { publicOrigin } = options
      if (!publicOrigin?.startsWith('https:')) throw nothingHere()
      return metadata(c, clientMetadataDocument(publicOrigin, callbackAt(publicOrigin)))
    })
    .post('/oauth/register', (c) => register(c, clock()))
    .post('/oauth/token', (c) => giveToken(c, authorizations, originOf(c)))
    .all('/oauth/*', () => {
      throw nothingHere()
    })
}

const nothingHere = () => new Failure('not_found', 'There is nothing at this address.')

/** Registers a client, which stores nothing (`clientIdOf`). */
async function register(c: AppContext, now: Date): Promise<Response> {
  const body = await readJson(c).catch(asRefusal)
  if (body instanceof Failure) return refuse(c, 'invalid_client_metadata', body.message)
  const read = registrationSchema.safeParse(body)
  if (!read.success) return refuse(c, 'invalid_redirect_uri', 'redirect_uris must be a list of addresses.')
  const { redirect_uris: redirectUris, client_name: named } = read.data
  if (redirectUris.length === 0 || !redirectUris.every(isRedirectUri))
    return refuse(
      c,
      'invalid_redirect_uri',
      'Codes are sent to https addresses, and to http on the own machine.',
    )
  const name = (named ?? new URL(redirectUris[0] ?? '').host).trim()
  const clientId = clientIdOf({ name, redirectUris })
  if (clientId === null) {
    const most = `A client has up to five addresses, and a name of one line with up to ${limits.apiKeyName} characters.`
    return refuse(c, 'invalid_client_metadata', most)
  }
  const registered = {
    client_id: clientId,
    client_id_issued_at: Math.floor(now.getTime() / 1000),
    client_name: name,
    redirect_uris: redirectUris,
    grant_types: ['authorization_code'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    scope: SCOPES.join(' '),
  }
  return c.json(registered, 201)
}

async function giveToken(
  c: AppContext,
  authorizations: Pick<Authorizations, 'redeem'>,
  origin: string,
): Promise<Response> {
  const form = await readForm(c).catch(asRefusal)
  if (form instanceof Failure) return refuse(c, 'invalid_request', form.message)
  const names = [...form.keys()]
  if (new Set(names).size !== names.length) return refuse(c, 'invalid_request', 'Send each parameter once.')
  try {
    const { token, seconds } = await authorizations.redeem(Object.fromEntries(form), origin)
    const scope = SCOPES.join(' ')
    return c.json({ access_token: token, token_type: 'Bearer', expires_in: seconds, scope }, 200)
  } catch (error) {
    if (error instanceof OAuthFailure) return refuse(c, error.code, error.message)
    throw error
  }
}

/** Returns the failure of a body that is not what OAuth takes, which has an error of its own for it. */
function asRefusal(error: unknown): Failure {
  const refusals = ['unsupported_media_type', 'malformed_json', 'validation_failed']
  if (error instanceof Failure && refusals.includes(error.code)) return error
  throw error
}

const refuse = (c: AppContext, error: string, description: string): Response =>
  c.json({ error, error_description: description }, 400)
