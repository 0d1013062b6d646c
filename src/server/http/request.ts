import type { Next } from 'hono'
import * as z from 'zod/mini'
import { isSolanaAddress } from '../../shared/session/base58.ts'
import type { Caller } from '../domain/doors/door-questions.ts'
import { Failure } from '../domain/failure.ts'
import type { AppContext, SignedInContext } from './context.ts'

/** The methods that routes of this server use; all others, such as TRACE, are refused everywhere. */
export const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/**
 * Adds headers unless the route sets them, on Node's response if there is one: touching the headers of the app's own
 * one converts it to a different kind of object, which costs more than most routes do themselves.
 */
export async function withUsualHeaders(
  c: AppContext,
  headers: Readonly<Record<string, string>>,
  next: Next,
): Promise<void> {
  // What a page asks in-process goes to nobody else.
  if (c.env?.visitor) return next()
  const { outgoing } = c.env ?? {}
  if (outgoing) for (const name in headers) outgoing.setHeader(name, headers[name] ?? '')
  await next()
  if (outgoing) return
  for (const name in headers) if (!c.res.headers.has(name)) c.res.headers.set(name, headers[name] ?? '')
}

/** A response that is cached forever answers many requests, and is never a document. */
const NOT_KEPT = ['x-request-id', 'cross-origin-opener-policy', 'permissions-policy', 'referrer-policy']

/** Removes headers without use from a response that is cached forever; a first visit requests a dozen of them. */
export function keepForEver(c: AppContext): void {
  const { outgoing } = c.env ?? {}
  for (const name of NOT_KEPT) outgoing?.removeHeader(name)
  // HTTP/1.1 keeps a connection open unless it is told not to; for how long, the page itself says.
  if (outgoing?.shouldKeepAlive) outgoing.removeHeader('connection')
}

/** Whether a response may have this encoding, by the request's Accept-Encoding (RFC 9110, section 12.5.3). */
export function takesEncoding(accepted: string | undefined, encoding: 'br' | 'gzip'): boolean {
  const parts = (accepted ?? '').toLowerCase().split(',')
  const qualities = parts.map((part) => part.split(';').map((piece) => piece.trim()))
  const quality = (name: string) => {
    const found = qualities.find(([coding]) => coding === name)
    return found && Number(found.find((piece) => piece.startsWith('q='))?.slice(2) ?? 1)
  }
  return (quality(encoding) ?? quality('*') ?? 0) > 0
}

/** Whether a request with this method can change stored data. */
export function changes(method: string): boolean {
  return method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS'
}

/** Returns the signed-in wallet. @throws {Failure} `not_signed_in` for a visitor */
export async function signedInWallet(c: AppContext): Promise<string> {
  const session = await c.get('readSession')()
  if (!session) throw new Failure('not_signed_in', 'Sign in with a wallet first.')
  return session.user.address
}

/** Returns the origin that was requested; its host is that of the Host header. */
export function requestOrigin(c: AppContext): string {
  return new URL(c.req.url).origin
}

/** Returns the signed-in wallet; null for a visitor. */
export async function walletOrVisitor(c: AppContext): Promise<string | null> {
  return (await c.get('readSession')())?.user.address ?? null
}

/** Returns whoever asks. @throws {Failure} `key_invalid` without a valid key, unless the operator opened the doors */
export function callerOf(c: AppContext): Promise<Caller> {
  const read = c.get('readCaller')
  if (!read) throw new Error('this address has no middleware that identifies callers')
  return read()
}

/** Returns whoever reads what everybody may; null without a key. @throws {Failure} `key_invalid` for an invalid key */
export async function callerOrNobody(c: AppContext): Promise<Caller | null> {
  return c.req.header('authorization') === undefined ? null : callerOf(c)
}

const uuid = z.uuid()

/**
 * Returns a path parameter in lower case, as ids are stored: maps are asked by them as well.
 * @throws {Failure} `not_found` if it is not a valid id, because nothing can have it
 */
export function pathId(c: AppContext, missing = 'There is nothing here.', name = 'id'): string {
  const id = uuid.safeParse(c.req.param(name))
  if (!id.success) throw new Failure('not_found', missing)
  return id.data.toLowerCase()
}

/** Returns the id of the realm in the path. @throws {Failure} `not_found` */
export const pathRealm = (c: AppContext) => pathId(c, 'Realm not found')

/** Returns the id of the conversation in the path. @throws {Failure} `not_found` */
export const pathConversation = (c: AppContext) => pathId(c, 'There is no such conversation.')

/** Returns the conversation in the path as the caller's own. @throws {Failure} `not_found` */
export const ownedConversation = (c: SignedInContext) => ({ id: pathConversation(c), owner: c.var.wallet })

/** Returns the id of a conversation's reply in the path. @throws {Failure} `not_found` */
export const pathReply = (c: AppContext) => pathId(c, 'There is no such reply.', 'reply')

/** Returns the id of a realm's message in the path. @throws {Failure} `not_found` */
export const pathMessage = (c: AppContext) => pathId(c, 'There is no such message.', 'messageId')

/** Returns the id of a realm's agent in the path. @throws {Failure} `not_found` */
export const pathAgent = (c: AppContext) => pathId(c, 'There is no such agent.', 'agentId')

/** Returns the wallet in the path. @throws {Failure} `validation_failed` if it is not a wallet's address */
export function pathWallet(c: AppContext): string {
  const wallet = c.req.param('wallet') ?? ''
  if (isSolanaAddress(wallet)) return wallet
  const problem = 'This is not the address of a wallet.'
  throw new Failure('validation_failed', problem, { errors: { wallet: problem } })
}

/** Returns the id of the run in the path. @throws {Failure} `not_found` */
export const pathRun = (c: AppContext) => pathId(c, 'There is no such run.')
