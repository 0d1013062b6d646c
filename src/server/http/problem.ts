import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { matchedRoutes } from 'hono/route'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Problem, ProblemCode } from '../../shared/common/errors.ts'
import { databaseFailure, storageFull } from '../domain/database-failure.ts'
import { Failure } from '../domain/failure.ts'
import type { AppEnv } from './context.ts'
import { changes, METHODS } from './request.ts'
import { type SecurityEventKind, securityEventOf } from './security-log.ts'

export const statusOf: Record<ProblemCode, ContentfulStatusCode> = {
  validation_failed: 422,
  bad_request: 400,
  misdirected_request: 421,
  malformed_json: 400,
  body_too_large: 413,
  unsupported_media_type: 415,
  not_signed_in: 401,
  key_invalid: 401,
  forbidden: 403,
  cross_site_request: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  name_given_up: 410,
  reply_running: 409,
  conversation_full: 409,
  briefs_full: 409,
  already_decided: 409,
  call_expired: 410,
  servers_full: 409,
  server_failed: 502,
  muted: 403,
  not_participant: 403,
  realm_full: 409,
  suspended: 403,
  banned: 403,
  slow_mode: 429,
  too_new: 403,
  taken_down: 410,
  asked_by_agent: 403,
  already_objected: 409,
  not_entitled: 403,
  swarm_busy: 409,
  cursor_invalid: 422,
  image_invalid: 422,
  image_too_large: 413,
  archive_invalid: 422,
  archive_too_large: 413,
  card_invalid: 422,
  card_too_large: 413,
  offer_expired: 410,
  source_invalid: 422,
  source_too_large: 413,
  sources_full: 409,
  nonce_invalid: 401,
  sign_in_rejected: 401,
  signature_required: 403,
  signature_rejected: 403,
  undo_expired: 410,
  upgrade_required: 426,
  rate_limited: 429,
  words_used_up: 429,
  model_used_up: 429,
  question_too_long: 422,
  model_failed: 502,
  too_many_sockets: 429,
  server_busy: 503,
  not_ready: 503,
  storage_full: 507,
  quota_reached: 409,
  database_unavailable: 503,
  files_unavailable: 503,
  internal_error: 500,
}

const titleOf: Record<ProblemCode, string> = {
  validation_failed: 'Something in the request is not valid.',
  bad_request: 'The request could not be understood.',
  misdirected_request: 'This server does not serve that host name.',
  malformed_json: 'The body is not valid JSON.',
  body_too_large: 'The body is too large.',
  unsupported_media_type: 'The body has a content type that is not accepted here.',
  not_signed_in: 'Sign in with a wallet first.',
  key_invalid: 'The API key is not valid.',
  forbidden: 'This belongs to someone else.',
  cross_site_request: 'The request came from another site.',
  not_found: 'There is nothing here.',
  method_not_allowed: 'This method is not allowed here.',
  conflict: 'That is already taken.',
  name_given_up: 'This name is no longer in use.',
  reply_running: 'A reply is still running in this conversation.',
  conversation_full: 'This conversation is full.',
  briefs_full: 'You have saved as many drafts as you can.',
  already_decided: 'This was decided already.',
  call_expired: 'The time for a decision is over.',
  servers_full: 'There is no room for another server.',
  server_failed: 'The server did not answer as it should.',
  muted: 'You may not speak in this realm.',
  not_participant: 'Only participants of the realm can do this.',
  realm_full: 'This realm can’t have more agents.',
  suspended: 'This wallet is suspended from this.',
  banned: 'You were banned from this realm.',
  slow_mode: 'This realm is in slow mode.',
  too_new: 'A new wallet can’t do this that often yet.',
  taken_down: 'This was taken down.',
  asked_by_agent: 'An agent can’t be the model of an agent.',
  already_objected: 'You have objected already.',
  not_entitled: 'This needs a conversation first.',
  swarm_busy: 'Too many runs are in progress.',
  cursor_invalid: 'The cursor is not valid for this list.',
  image_invalid: 'The image cannot be read.',
  image_too_large: 'The image is too large.',
  archive_invalid: 'The file is not an export that can be read.',
  archive_too_large: 'The file is too large.',
  card_invalid: 'The card cannot be read.',
  card_too_large: 'The card is too large.',
  offer_expired: 'This offer is no longer open.',
  source_invalid: 'The file is not a document that can be read.',
  source_too_large: 'The document is too large.',
  sources_full: 'There is no room for more documents.',
  nonce_invalid: 'The sign-in request was used or has expired.',
  sign_in_rejected: 'Signing in was refused.',
  signature_required: 'This needs a new signature of your wallet.',
  signature_rejected: 'The signature was refused.',
  undo_expired: 'It is too late to undo this.',
  upgrade_required: 'This address is for WebSocket connections.',
  rate_limited: 'Too many requests.',
  words_used_up: 'This API key has used up its words for today.',
  model_used_up: 'What may be used of this model today is used up.',
  question_too_long: 'The question is too long for the model.',
  model_failed: 'The model did not answer.',
  too_many_sockets: 'Too many live connections.',
  server_busy: 'The server is busy.',
  not_ready: 'The server is starting, or about to end.',
  storage_full: 'The disk of the server is full.',
  quota_reached: 'Your wallet has reached its limit for this.',
  database_unavailable: 'The database does not answer.',
  files_unavailable: 'The store of files does not answer.',
  internal_error: 'Something went wrong on the server.',
}

/** Their causes are the operator's to know. */
const storageCodes: ReadonlySet<ProblemCode> = new Set([
  'storage_full',
  'database_unavailable',
  'files_unavailable',
])

/** Responds to any error with problem+json (RFC 9457); an unexpected one tells only its request's id. */
export function answerProblem(error: Error, c: Context<AppEnv>): Response {
  const { status, headers, body } = problemAnswer(handleFailure(error, c), c.get('requestId'))
  return c.body(body, status, headers)
}

/** Turns any error into the failure that is told to the client, and logs what an operator wants to know of it. */
export function handleFailure(error: Error, c: Context<AppEnv>): Failure {
  const failure = asFailure(error, c)
  // A client that disconnected while sending caused the error itself and gets no response.
  if (failure.code === 'internal_error' && c.req.raw.signal.aborted)
    c.get('log').debug({ err: error }, 'the client left')
  else if (failure.code === 'internal_error') c.get('log').error({ err: error }, 'request failed')
  else if (failure.cause && storageCodes.has(failure.code))
    c.get('storage')?.say(c.get('log'), 'warn', { err: failure.cause }, titleOf[failure.code])
  const kind = securityEventOf[failure.code]
  if (kind) reportSecurity(c, kind, failure.code)
  return failure
}

export function problemAnswer(failure: Failure, requestId: string, status = statusOf[failure.code]) {
  const problem: Problem = {
    type: 'about:blank',
    title: titleOf[failure.code],
    status,
    detail: failure.message,
    code: failure.code,
    requestId,
    ...(failure.errors && { errors: failure.errors }),
    ...(failure.retryAfter !== undefined && { retryAfter: failure.retryAfter }),
  }
  const body = JSON.stringify(problem)
  const headers: Record<string, string> = {
    'content-type': 'application/problem+json',
    // With a length the response is known to be too short for compression: a refusal should cost almost nothing.
    'content-length': String(Buffer.byteLength(body)),
  }
  if (failure.retryAfter !== undefined) headers['retry-after'] = String(failure.retryAfter)
  if (failure.code === 'method_not_allowed') headers.allow = METHODS.join(', ')
  return { status, headers, body }
}

export function reportSecurity(c: Context<AppEnv>, kind: SecurityEventKind, code: ProblemCode): void {
  const { security, clientAddress: address, requestId } = c.var
  const method = (METHODS as readonly string[]).includes(c.req.method) ? c.req.method : 'other'
  security?.report({ kind, code, address, requestId, method, route: routeOf(c) })
}

/** Returns the pattern of the route that handled a request; `unmatched` if only middleware did. */
export function routeOf(c: Context<AppEnv>): string {
  const routes = matchedRoutes(c).filter(({ method }) => method !== 'ALL')
  // The pattern of the pages matches every address, including those of all other routes.
  const route = routes.findLast(({ path }) => path !== '/*') ?? routes.at(-1)
  return route?.path ?? 'unmatched'
}

function asFailure(error: Error, c: Context<AppEnv>): Failure {
  if (error instanceof Failure) return error
  const failed = databaseFailure(error)
  // An embedded database whose disk fills up during a statement restarts, which is why it is unavailable.
  if (failed && changes(c.req.method) && c.get('storage')?.hasRoom() === false) return storageFull(error)
  if (failed) return failed
  if (error instanceof HTTPException && error.status === 413)
    return new Failure('body_too_large', titleOf.body_too_large)
  if (error instanceof HTTPException && error.status === 400)
    return new Failure('malformed_json', titleOf.malformed_json)
  return new Failure('internal_error', titleOf.internal_error)
}
