import type { Context, MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import { matchedRoutes } from 'hono/route'
import type { BlankInput } from 'hono/types'
import type * as z from 'zod/mini'
import type { ProblemCode } from '../../shared/common/errors.ts'
import type { JsonBounds } from '../base/check-json.ts'
import { Failure } from '../domain/failure.ts'
import type { Act } from '../domain/trust/suspensions.ts'
import { boundBody, readJson } from './body.ts'
import type { AppContext, AppEnv, CallerEnv, SignedInEnv } from './context.ts'
import { parseInput, requireStorable } from './parse-input.ts'
import { callerOf, signedInWallet, walletOrVisitor } from './request.ts'

export type Content = { json: z.ZodMiniType } | { events: z.ZodMiniType } | { bytes: string }

interface Answer {
  description: string
  /** A response with several representations has one content for each. */
  content?: Content | Content[]
}

/** Describes a route. The same schemas describe and parse its inputs, so the OpenAPI document is always correct. */
export interface Operation {
  tag:
    | 'agents'
    | 'images'
    | 'knowledge'
    | 'unfurls'
    | 'realms'
    | 'conversations'
    | 'chat'
    | 'analytics'
    | 'social'
    | 'swarm'
    | 'tools'
    | 'memory'
    | 'session'
    | 'trust'
    | 'people'
    | 'own data'
    | 'doors'
    | 'models'
    | 'place'
    | 'trust'
    | 'description'
  summary: string
  /** Whether it belongs to a protocol that is described elsewhere, so the description of this API leaves it out. */
  describedElsewhere?: true
  /** Whether a wallet is required, which handlers have as `c.var.wallet`; a visitor is refused before the body is read. */
  signedIn?: true
  /**
   * What it does that a suspended wallet may not (record 0109): whoever is signed in, or whose key asks, is refused before
   * the body is read. Without a wallet it refuses nobody.
   */
  act?: Act
  /** Of a POST with an `act`, which else only adds: it takes away what others could read (record 0125). */
  removes?: true
  /** Whether only operators' wallets get in; with `signedIn`. */
  operator?: true
  /** A program's key is required, its caller as `c.var.caller`; without one it is refused before the body is read. */
  needsKey?: true
  /** Whether the wallet's signature for this action is required as well, in a header. The route itself checks it. */
  freshSignature?: true
  query?: z.ZodMiniObject
  body?: z.ZodMiniType
  /** The media type of a body that is not JSON; the route reads it. */
  upload?: string
  /** Maximum size of the body in bytes, if `USUAL_BODY_BYTES` is not enough. */
  bodyBytes?: number
  /** The depth and the number of values of a JSON body, if the usual bounds of `checkJson` are not enough. */
  bodyJson?: JsonBounds
  answers: Record<number, Answer>
  /** Further errors, besides those derived from the fields above and those that any operation can return. */
  errors?: readonly ProblemCode[]
  /** Whether it calls a model, so that the strictest rate limit applies. */
  asksModel?: true
  /** It stores nothing, or ends something that runs: allowed while the disk is full although it is not a GET. */
  storesNothing?: true
}

type Validated<Body, Query> = Body extends z.ZodMiniType
  ? Query extends z.ZodMiniType
    ? { in: JsonOf<Body>['in'] & QueryOf<Query>['in']; out: JsonOf<Body>['out'] & QueryOf<Query>['out'] }
    : JsonOf<Body>
  : Query extends z.ZodMiniType
    ? QueryOf<Query>
    : BlankInput
interface JsonOf<Body extends z.ZodMiniType> {
  in: { json: z.input<Body> }
  out: { json: z.output<Body> }
}
interface QueryOf<Query extends z.ZodMiniType> {
  in: { query: AsGiven<z.input<Query>, z.output<Query>> }
  out: { query: z.output<Query> }
}

/** A client may give a query value in its written or in its parsed form. */
type AsGiven<Written, Read> = {
  [Name in keyof Written]: Written[Name] | (Name extends keyof Read ? Read[Name] : never)
}

type Known<SignedIn, NeedsKey> = AppEnv &
  (SignedIn extends true ? SignedInEnv : unknown) &
  (NeedsKey extends true ? CallerEnv : unknown)

/** Default maximum size of a body in bytes: enough for the longest texts of any form with every character escaped. */
const USUAL_BODY_BYTES = 64 * 1024

const operations = new WeakMap<object, Operation>()

/**
 * The first middleware of a route: it refuses requests that do not match the operation, and parses the others.
 * @throws {Failure} `not_signed_in`, `suspended`, `forbidden`, `validation_failed` with a message for each field, and what `readJson` throws
 */
export function operation<
  Body extends z.ZodMiniType | undefined = undefined,
  Query extends z.ZodMiniObject | undefined = undefined,
  SignedIn extends true | undefined = undefined,
  NeedsKey extends true | undefined = undefined,
>(described: Operation & { body?: Body; query?: Query; signedIn?: SignedIn; needsKey?: NeedsKey }) {
  const { tag, signedIn, needsKey, act, operator, query, body, bodyBytes, bodyJson } = described
  const enforce = createMiddleware<SignedInEnv & CallerEnv>(async (c, next) => {
    if (signedIn) c.set('wallet', await signedInWallet(c))
    if (needsKey) c.set('caller', await callerOf(c))
    if (operator) c.get('permissions').requireOperator(c.get('wallet'))
    if (act) await requireAct(c, act)
    // Before anything of the request is parsed.
    if (bodyBytes !== undefined) boundBody(c, bodyBytes)
    if (query) c.req.addValidatedData('query', parseInput(query, queryOf(c)))
    if (body) {
      const given = parseInput(body, await readJson(c, bodyJson)) as object
      // Other programs pass on what they found, which the doors make plain instead.
      c.req.addValidatedData('json', tag === 'doors' ? given : requireStorable(given))
    }
    await next()
  })
  operations.set(enforce, described)
  return enforce as MiddlewareHandler as MiddlewareHandler<
    Known<SignedIn, NeedsKey>,
    string,
    Validated<Body, Query>
  >
}

/** Of a door whoever holds the key, else whoever is signed in. @throws {Failure} `suspended` */
async function requireAct(c: AppContext, act: Act): Promise<void> {
  const wallet = c.get('readCaller') ? (await callerOf(c)).wallet : await walletOrVisitor(c)
  if (wallet !== null) await c.get('permissions').require(wallet, act)
}

/** Returns the operation of a handler that `operation` created. */
export const operationBy = (handler: object): Operation | undefined => operations.get(handler)

/** Returns the operation of the route that a request will reach. */
export function operationOf(c: AppContext): Operation | undefined {
  for (const { handler } of matchedRoutes(c as Context<AppEnv>)) {
    const found = operations.get(handler)
    if (found) return found
  }
  return undefined
}

/**
 * Limits a body whose operation sets no limit; one that no route reads is never collected. A compressed body is
 * refused, since nothing here would decompress it.
 * @throws {Failure} `body_too_large` or `unsupported_media_type`
 */
export const boundBodies = createMiddleware<AppEnv>(async (c, next) => {
  const encoding = c.req.header('content-encoding')?.trim().toLowerCase()
  if (encoding && encoding !== 'identity')
    throw new Failure('unsupported_media_type', 'Send the body as it is, not compressed.')
  if (operationOf(c)?.bodyBytes === undefined) boundBody(c, USUAL_BODY_BYTES)
  await next()
})

/** Returns the query parameters; a name that occurs several times has all its values. */
function queryOf(c: AppContext): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(c.req.queries()).map(([name, values]) => [
      name,
      values.length === 1 ? (values[0] ?? '') : values,
    ]),
  )
}

export const json = (description: string, schema: z.ZodMiniType): Answer => ({
  description,
  content: { json: schema },
})

export const events = (description: string, schema: z.ZodMiniType): Answer => ({
  description,
  content: { events: schema },
})

export const file = (description: string, type: string): Answer => ({ description, content: { bytes: type } })

export const done = (description: string): Answer => ({ description })

/** The errors of operations on what belongs to a wallet and may be visible to others. */
export const ownerErrors = ['forbidden', 'not_found'] as const satisfies ProblemCode[]

export const imageErrors = ['image_invalid', 'image_too_large'] as const satisfies ProblemCode[]
