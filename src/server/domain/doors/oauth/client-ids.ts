import * as z from 'zod/mini'
import { limits } from '../../../../shared/common/limits.ts'
import { isPlainLine, isVisible } from '../../../../shared/text/plain-text.ts'

interface OAuthClient {
  name: string
  redirectUris: readonly string[]
}

const PREFIX = 'bc_'

const MOST_URIS = 5
const URI_LENGTH = 500

const loopback = new Set(['127.0.0.1', '[::1]', 'localhost'])

const contentSchema = z.strictObject({
  n: z
    .string()
    .check(z.minLength(1), z.maxLength(limits.apiKeyName), z.refine(isVisible), z.refine(isPlainLine)),
  r: z.array(z.string().check(z.refine(isRedirectUri))).check(z.minLength(1), z.maxLength(MOST_URIS)),
})

/**
 * The id itself contains what the program said, so a registration stores nothing. It proves as much as a stored one of
 * somebody unknown would: nothing. What protects a person is to see where the consent goes. Null for unusable values.
 */
export function clientIdOf({ name, redirectUris }: OAuthClient): string | null {
  const content = contentSchema.safeParse({ n: name, r: redirectUris })
  return content.success ? PREFIX + Buffer.from(JSON.stringify(content.data)).toString('base64url') : null
}

/** Reads the id of a program; null for anything that `clientIdOf` would not make. */
export function readClientId(id: string): OAuthClient | null {
  if (!id.startsWith(PREFIX)) return null
  try {
    const content = contentSchema.parse(
      JSON.parse(Buffer.from(id.slice(PREFIX.length), 'base64url').toString('utf8')),
    )
    const client = { name: content.n, redirectUris: content.r }
    return clientIdOf(client) === id ? client : null
  } catch {
    return null
  }
}

/** Whether codes may be sent to an address: https, or a program on the person's own machine. */
export function isRedirectUri(uri: string): boolean {
  const url = uri.length <= URI_LENGTH && /^[!-~]+$/.test(uri) ? URL.parse(uri) : null
  if (url?.username !== '' || url.password !== '' || uri.includes('#')) return false
  return url.protocol === 'https:' || isLoopback(url)
}

export const isLoopback = (url: URL) => url.protocol === 'http:' && loopback.has(url.hostname)

/** Compares character by character, but for the port on the person's own machine, known too late (RFC 8252, section 7.3). */
export function isRegistered({ redirectUris }: OAuthClient, uri: string): boolean {
  return redirectUris.some((registered) => registered === uri || isSameLoopback(registered, uri))
}

function isSameLoopback(registered: string, uri: string): boolean {
  const [one, other] = [URL.parse(registered), URL.parse(uri)]
  if (!one || !other || !isRedirectUri(uri) || !isLoopback(one) || !isLoopback(other)) return false
  one.port = ''
  other.port = ''
  return one.href === other.href
}
