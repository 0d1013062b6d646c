import type { MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import { matchedRoutes } from 'hono/route'
import type { BlankInput } from 'hono/types'
import type * as z from 'zod/mini'
import type { ProblemCode } from '../../shared/common/errors.ts'
import { Failure } from '../domain/failure.ts'
import { boundBody, readJson } from './body.ts'
import type { AppContext, AppEnv } from './context.ts'
import { signedInWallet } from './request.ts'

/** What a good answer brings: JSON of a schema, server-sent events of one, or bytes of a type. */
export type Content = { json: z.ZodMiniType } | { events: z.ZodMiniType } | { bytes: string }

export interface Answer {
  description: string
  /** One that comes in several forms has a content for each. */
  content?: Content | Content[]
}

/**
 * A route in one place: what it takes is parsed by what it is described with, so that the description of the API can't
 * say anything else, and what is decided before a request reaches its route (`operationOf`) stands here as well.
 */
export interface Operation {
  tag:
    | 'agents'
    | 'images'
    | 'unfurls'
    | 'realms'
    | 'conversations'
    | 'chat'
    | 'figures'
    | 'social'
    | 'swarm'
    | 'session'
    | 'people'
    | 'description'
  summary: string
  /** Whether only a signed-in wallet may ask; a visitor is turned away before the body is read. */
  signedIn?: true
  /** Whether it needs the wallet's signature for this very action as well, in a header. The route itself checks it. */
  freshSignature?: true
  query?: z.ZodMiniObject
  /** The JSON that it takes. */
  body?: z.ZodMiniType
  /** The media type of a body that is no JSON; the route reads it. */
  upload?: string
  /** How long the body may be, where `USUAL_BODY_BYTES` are not enough. */
  bodyBytes?: number
  /** Good answers by status. */
  answers: Record<number, Answer>
  /** What else can come back, besides what follows from the above and what any operation can answer. */
  errors?: readonly ProblemCode[]
  /** A model is asked: it counts among the requests that are limited hardest. */
  asksModel?: true
  /** Whether it goes on while the disk is full, although it is no GET: it stores nothing, or ends something that runs. */
  storesNothing?: true
}

/** What a handler reads with `c.req.valid`, and what the typed client has to send. */
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

/** A client may give a value of a query as it is written there, or as it is read. */
type AsGiven<Written, Read> = {
  [Name in keyof Written]: Written[Name] | (Name extends keyof Read ? Read[Name] : never)
}

/** What every route takes that says nothing else: enough for the longest texts of any form, every character escaped. */
const USUAL_BODY_BYTES = 64 * 1024

const operations = new WeakMap<object, Operation>()

/**
 * Stands first at a route: it refuses what the operation does not take, and parses the rest.
 * @throws {Failure} `not_signed_in`; `validation_failed` with a message for each field; and for a body all that
 * `readJson` throws
 */
export function operation<
  Body extends z.ZodMiniType | undefined = undefined,
  Query extends z.ZodMiniObject | undefined = undefined,
>(described: Operation & { body?: Body; query?: Query }) {
  const { signedIn, query, body, bodyBytes } = described
  const enforce = createMiddleware<AppEnv>(async (c, next) => {
    if (signedIn) await signedInWallet(c)
    if (query) c.req.addValidatedData('query', parse(query, queryOf(c)))
    if (bodyBytes !== undefined) boundBody(c, bodyBytes)
    if (body) c.req.addValidatedData('json', parse(body, await readJson(c)) as object)
    await next()
  })
  operations.set(enforce, described)
  return enforce as MiddlewareHandler<AppEnv, string, Validated<Body, Query>>
}

/** What a route is described with, by the handler that `operation` made. */
export const operationBy = (handler: object): Operation | undefined => operations.get(handler)

/** The operation that a request goes to, known before it gets there; none where there is no such route. */
export function operationOf(c: AppContext): Operation | undefined {
  for (const { handler } of matchedRoutes(c)) {
    const found = operations.get(handler)
    if (found) return found
  }
  return undefined
}

/**
 * Bounds the body of every request whose operation does not say how long it may be, so that none has to think of it.
 * What no route reads is never collected. A compressed body is refused, since nothing here would unpack it.
 * @throws {Failure} `body_too_large` or `unsupported_media_type`
 */
export const boundBodies = createMiddleware<AppEnv>(async (c, next) => {
  const encoding = c.req.header('content-encoding')?.trim().toLowerCase()
  if (encoding && encoding !== 'identity')
    throw new Failure('unsupported_media_type', 'Send the body as it is, not compressed.')
  if (operationOf(c)?.bodyBytes === undefined) boundBody(c, USUAL_BODY_BYTES)
  await next()
})

/** A name that comes several times has all its values. */
function queryOf(c: AppContext): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(c.req.queries()).map(([name, values]) => [
      name,
      values.length === 1 ? (values[0] ?? '') : values,
    ]),
  )
}

/** An answer of JSON. */
export const json = (description: string, schema: z.ZodMiniType): Answer => ({
  description,
  content: { json: schema },
})

/** An answer that goes on, event by event. */
export const events = (description: string, schema: z.ZodMiniType): Answer => ({
  description,
  content: { events: schema },
})

/** An answer of another type. */
export const file = (description: string, type: string): Answer => ({ description, content: { bytes: type } })

/** An answer without a body. */
export const done = (description: string): Answer => ({ description })

/** Of what belongs to a wallet and may be seen by others. */
export const ownerErrors = ['forbidden', 'not_found'] as const satisfies ProblemCode[]

/** Of pictures. */
export const imageErrors = ['image_invalid', 'image_too_large'] as const satisfies ProblemCode[]

/** What an answer tells of what is wrong; a form has fewer fields, and what a client made up is not sent back at length. */
const FAULTS = 30
const NAME_LENGTH = 100
const MESSAGE_LENGTH = 300

/** The messages of a failed parse by field path; what concerns no single field stands under `body`. */
function fieldErrors(error: z.core.$ZodError): Record<string, string> {
  const errors = new Map<string, string>()
  for (const [path, message] of faultsOf(error)) {
    if (errors.size >= FAULTS) break
    const name = cut(path.join('.') || 'body', NAME_LENGTH)
    if (!errors.has(name)) errors.set(name, cut(message, MESSAGE_LENGTH))
  }
  return Object.fromEntries(errors)
}

function* faultsOf(error: z.core.$ZodError): Generator<[path: PropertyKey[], message: string]> {
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) yield [[...issue.path, key], 'This field cannot be set here.']
    } else yield [issue.path, issue.message]
  }
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length).toWellFormed()}…` : text
}

/**
 * A part of a request, as the contract's schema reads it.
 * @throws {Failure} `validation_failed` with a message for each field
 */
function parse<Schema extends z.ZodMiniType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new Failure('validation_failed', 'Something in the request is not valid.', {
    errors: fieldErrors(parsed.error),
  })
}
