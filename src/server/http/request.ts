import type { Next } from 'hono'
import * as z from 'zod/mini'
import { isSolanaAddress } from '../../shared/session/base58.ts'
import { Failure } from '../domain/failure.ts'
import type { AppContext } from './context.ts'

/** The methods that some route of this server takes; all others, such as TRACE, are refused everywhere. */
export const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/**
 * Gives an answer headers that its route may set otherwise. Where a server answers they are set there: to touch those of
 * the app's own answer turns it into an object of another kind, which costs more than most routes do themselves.
 */
export async function withUsualHeaders(
  c: AppContext,
  headers: Readonly<Record<string, string>>,
  next: Next,
): Promise<void> {
  const { outgoing } = c.env ?? {}
  if (outgoing) for (const name in headers) outgoing.setHeader(name, headers[name] ?? '')
  await next()
  if (outgoing) return
  for (const name in headers) if (!c.res.headers.has(name)) c.res.headers.set(name, headers[name] ?? '')
}

/** What is of no use in an answer that is kept for ever: its request's id, since it answers many, and what documents obey. */
const NOT_KEPT = ['x-request-id', 'cross-origin-opener-policy', 'permissions-policy', 'referrer-policy']

/**
 * Takes from an answer that is kept for ever what is of no use there. It is never a document, and a first visit asks for a
 * dozen such answers.
 */
export function keepForEver(c: AppContext): void {
  for (const name of NOT_KEPT) c.env?.outgoing?.removeHeader(name)
}

/** Whether a request of this method can change what is stored. */
export function changes(method: string): boolean {
  return method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS'
}

/**
 * The wallet that signed in.
 * @throws {Failure} `not_signed_in` for a visitor.
 */
export async function signedInWallet(c: AppContext): Promise<string> {
  const session = await c.get('readSession')()
  if (!session) throw new Failure('not_signed_in', 'Sign in with a wallet first.')
  return session.user.address
}

/** Where the request went; the host in it is that of the Host header. */
export function requestOrigin(c: AppContext): string {
  return new URL(c.req.url).origin
}

/** The wallet that signed in; null for a visitor. */
export async function walletOrVisitor(c: AppContext): Promise<string | null> {
  return (await c.get('readSession')())?.user.address ?? null
}

const uuid = z.uuid()

/**
 * The `{id}` of the address, or what else stands in it by name.
 * @throws {Failure} `not_found` for what is no id, because nothing can be there
 */
export function pathId(c: AppContext, missing = 'There is nothing here.', name = 'id'): string {
  const id = uuid.safeParse(c.req.param(name))
  if (!id.success) throw new Failure('not_found', missing)
  return id.data
}

// Ids are used as they are stored, in small letters: rooms are found by them, too.

/** The realm of the address. @throws {Failure} `not_found` */
export const pathRealm = (c: AppContext) => pathId(c, 'Realm not found').toLowerCase()

/** The message of a realm that the address names. @throws {Failure} `not_found` */
export const pathMessage = (c: AppContext) =>
  pathId(c, 'There is no such message.', 'messageId').toLowerCase()

/** The agent of a realm that the address names. @throws {Failure} `not_found` */
export const pathAgent = (c: AppContext) => pathId(c, 'There is no such agent.', 'agentId').toLowerCase()

/** The `{wallet}` of the address. @throws {Failure} `validation_failed` for what is no address of a wallet */
export function pathWallet(c: AppContext): string {
  const wallet = c.req.param('wallet') ?? ''
  if (isSolanaAddress(wallet)) return wallet
  const problem = 'This is no address of a wallet.'
  throw new Failure('validation_failed', problem, { errors: { wallet: problem } })
}
