import type { AuthProvider } from '@modelcontextprotocol/client'
import { McpFault } from '../mcp-fault.ts'
import type { AccessTokens, UsedToken } from './access-tokens.ts'
import type { Challenge, SignInServer } from './stored-sign-in.ts'

/**
 * Does something at a server in the name of a person. A token that is refused is renewed once, and the request is sent
 * once more, as nothing was done of it; after that it is the person's turn, which is noted.
 * @param work connects with these credentials (`McpTarget`) and closes the connection
 * @throws {McpFault} `sign-in` if the person has to sign in, and what the work throws
 */
export async function asPerson<T>(
  tokens: AccessTokens,
  person: { server: SignInServer; wallet: string },
  work: (credentials: AuthProvider) => Promise<T>,
): Promise<T> {
  let used: UsedToken | null = null
  let failure: { error: unknown } | null = null
  // Whatever stands between here and the work would say it in other words.
  const noting = async <Value>(find: () => Promise<Value>): Promise<Value> => {
    try {
      return await find()
    } catch (error) {
      failure = { error }
      throw error
    }
  }
  const credentials: AuthProvider = {
    async token() {
      used = await noting(() => tokens.current(person))
      return used?.access
    },
    async onUnauthorized({ response }) {
      const refused = used
      // The request is sent again with what `token` then returns.
      if (refused && (await noting(() => tokens.renew(person, refused)))) return
      throw new McpFault('sign-in', 'It wants a sign-in.', response.headers.get('www-authenticate'))
    },
  }
  try {
    return await work(credentials)
  } catch (error) {
    if (failure) throw (failure as { error: unknown }).error
    if (error instanceof McpFault && error.kind === 'sign-in') {
      const wants = await readChallenge(error.challenge)
      if (wants.isOfScope) await tokens.want(person, wants)
      else await tokens.refuse(person, used, wants)
    }
    throw error
  }
}

/** What a server asks for with a refusal (RFC 6750, 3.1; RFC 9728, 5.1). */
export async function readChallenge(header: string | null): Promise<Challenge & { isOfScope: boolean }> {
  const { extractWWWAuthenticateParams } = await import('@modelcontextprotocol/client')
  const headers = new Headers(header === null ? {} : { 'www-authenticate': header })
  const { resourceMetadataUrl, scope, error } = extractWWWAuthenticateParams(
    new Response(null, { status: 401, headers }),
  )
  return {
    ...(resourceMetadataUrl && { metadataUrl: resourceMetadataUrl.href }),
    ...(scope !== undefined && { scope }),
    isOfScope: error === 'insufficient_scope',
  }
}
