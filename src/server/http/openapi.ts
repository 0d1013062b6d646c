import { Hono } from 'hono'
import type { RouterRoute } from 'hono/types'
import * as z from 'zod/mini'
import type { ProblemCode } from '../../shared/common/errors.ts'
import { SIGNATURE_HEADER } from '../../shared/session/fresh-signature.ts'
import type { AppEnv } from './context.ts'
import { namedSchemas } from './openapi-schemas.ts'
import { type Content, file, type Operation, operation, operationBy } from './operation.ts'
import { statusOf } from './problem.ts'

/** Describes the API on the first request, from the schemas that also parse requests; until then `routes` may grow. */
export function openApiRoutes(routes: readonly RouterRoute[]) {
  let description: Json | undefined
  const describe = operation({
    tag: 'description',
    summary: 'This description',
    answers: { 200: file('OpenAPI 3.1.', 'application/json') },
  })
  return new Hono<AppEnv>().get('/openapi.json', describe, (c) => {
    description ??= describeApi(routes)
    return c.json(description, 200)
  })
}

type PlacedOperation = Operation & {
  method: string
  path: string
}

const commonErrors: ProblemCode[] = [
  'bad_request',
  'misdirected_request',
  'rate_limited',
  'internal_error',
  'not_ready',
  'server_busy',
  'database_unavailable',
  'files_unavailable',
  'storage_full',
]

/** Derives the errors of an operation from its inputs. */
function errorsOf(operation: PlacedOperation): ProblemCode[] {
  const { body, upload, query, signedIn, act, operator, freshSignature, method, errors = [] } = operation
  const takesBody: ProblemCode[] = ['unsupported_media_type', 'body_too_large']
  return [
    ...(body ? ([...takesBody, 'malformed_json', 'validation_failed'] as const) : []),
    ...(upload ? takesBody : []),
    ...(query ? (['validation_failed'] as const) : []),
    ...errors,
    ...(freshSignature ? (['signature_required', 'signature_rejected'] as const) : []),
    ...(signedIn ? (['not_signed_in'] as const) : []),
    ...(operator ? (['forbidden'] as const) : []),
    ...(act ? (['suspended'] as const) : []),
    ...(method === 'get' ? [] : (['cross_site_request'] as const)),
    ...commonErrors,
  ]
}

export function operationsOf(routes: readonly RouterRoute[]): PlacedOperation[] {
  return routes.flatMap(({ handler, method, path }) => {
    const described = operationBy(handler)
    if (!described || described.describedElsewhere) return []
    return {
      ...described,
      method: method.toLowerCase(),
      path: path.replace(/:(\w+)(\{[^/]*\})?(?=\/|$)/g, '{$1}'),
    }
  })
}

type Json = Record<string, unknown>

const reference = (name: string) => `#/components/schemas/${name}`

/** Returns the reference to a schema by its name. @throws {Error} if the schema has no name */
function referenceTo(schema: z.ZodMiniType): string {
  const named = Object.entries(namedSchemas).find(([, known]) => known === schema)
  if (!named) throw new Error('A schema of the API has no name in openapi-schemas.ts.')
  return reference(named[0])
}

export function describeApi(routes: readonly RouterRoute[]): Json {
  const paths: Record<string, Json> = {}
  for (const operation of operationsOf(routes)) {
    paths[operation.path] ??= {}
    Object.assign(paths[operation.path] ?? {}, { [operation.method]: describeOperation(operation) })
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Bionic',
      version: '1',
      description: 'Agents that people make and talk to. A wallet that signed in is the only identity.',
    },
    paths,
    components: {
      schemas: describeSchemas(),
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'bionic_session',
          description: '`__Host-bionic_session` on https. It is set by `POST /api/session`.',
        },
      },
    },
  }
}

function describeSchemas(): Json {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(namedSchemas)) registry.add(schema, { id })
  const { schemas } = z.toJSONSchema(registry, { uri: reference, io: 'input' })
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema, $id, id, ...schema }]) => [name, schema]),
  )
}

function describeOperation(operation: PlacedOperation): Json {
  const { tag, summary, signedIn, body, upload, answers } = operation
  return {
    operationId: operationId(operation),
    tags: [tag],
    summary,
    ...(signedIn && { security: [{ session: [] }] }),
    parameters: [
      ...pathParameters(operation.path),
      ...queryParameters(operation.query),
      ...(operation.freshSignature ? [signatureParameter] : []),
    ],
    ...(body && { requestBody: { required: true, content: describeContent({ json: body }) } }),
    ...(upload && { requestBody: { required: true, content: describeContent({ bytes: upload }) } }),
    responses: {
      ...Object.fromEntries(
        Object.entries(answers).map(([status, { description, content }]) => [
          status,
          {
            description,
            ...(content && { content: Object.assign({}, ...[content].flat().map(describeContent)) }),
          },
        ]),
      ),
      ...describeErrors(operation),
    },
  }
}

/** Returns the id of an operation: `delete /api/agents/{id}/upvote` becomes `deleteAgentsIdUpvote`. */
function operationId({ method, path }: PlacedOperation): string {
  const words = path.replace(/^\/api/, '').match(/\w+/g) ?? []
  return method + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

function describeContent(content: Content): Json {
  if ('json' in content) return { 'application/json': { schema: { $ref: referenceTo(content.json) } } }
  if ('events' in content)
    return {
      'text/event-stream': {
        schema: {
          type: 'string',
          description: `Each event's data is JSON of ${referenceTo(content.events)}.`,
        },
      },
    }
  return { [content.bytes]: {} }
}

function describeErrors(operation: PlacedOperation): Json {
  const codes = [...new Set(errorsOf(operation))]
  return Object.fromEntries(
    [...new Set(codes.map((code) => statusOf[code]))].map((status) => [
      status,
      {
        description: codes
          .filter((code) => statusOf[code] === status)
          .map((code) => `\`${code}\``)
          .join(', '),
        content: { 'application/problem+json': { schema: { $ref: reference('Problem') } } },
      },
    ]),
  )
}

function pathParameters(path: string): Json[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: patterns[name ?? '']
      ? { type: 'string', pattern: patterns[name ?? ''] }
      : { type: 'string', format: 'uuid' },
  }))
}

/** Patterns of path parameters that are not ids. */
const patterns: Record<string, string> = {
  number: '^[1-9][0-9]{0,8}$',
  file: '^[0-9a-f]{64}\\.webp$',
  wallet: '^[1-9A-HJ-NP-Za-km-z]{32,44}$',
}

const signatureParameter: Json = {
  name: SIGNATURE_HEADER,
  in: 'header',
  required: true,
  schema: { type: 'string' },
  description:
    'What the wallet signed of the answer of `POST /api/session/signature`, and its signature, both in base64, with a dot between. Good once, for five minutes.',
}

function queryParameters(query: z.ZodMiniObject | undefined): Json[] {
  if (!query) return []
  const { properties = {}, required = [] } = z.toJSONSchema(query, { io: 'input' })
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}
