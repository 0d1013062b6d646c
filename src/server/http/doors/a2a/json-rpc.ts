import { A2A_VERSION_HEADER } from '@a2a-js/sdk'
import { LegacyJsonRpcTransportHandler } from '@a2a-js/sdk/compat/v0_3/server'
import { VersionNotSupportedError } from '@a2a-js/sdk/errors'
import { type A2ARequestHandler, JsonRpcTransportHandler, ServerCallContext } from '@a2a-js/sdk/server'
import { Failure } from '../../../domain/failure.ts'
import type { AppContext } from '../../context.ts'
import { eventStream } from '../../event-stream.ts'
import { INVALID_REQUEST, readJsonRpc } from '../request/read-json-rpc.ts'
import { type A2aVersion, versions } from './agent-cards.ts'

type Envelope = { jsonrpc: string; id: string | number | null; result?: unknown; error?: unknown }

/**
 * Answers a JSON-RPC request of A2A. The protocol's own errors have status 200; what concerns the transport (limits, a
 * full disk, a key) is thrown, and becomes a problem. `closed` is called when the client disconnects from a stream.
 * @throws {Failure} everything that the handler throws before it answers
 */
export async function answerJsonRpc(
  c: AppContext,
  handler: A2ARequestHandler,
  closed: () => void,
): Promise<Response> {
  const version = versionOf(c)
  const read = await readJsonRpc(c)
  if ('error' in read) return c.json(envelope(null, read.error), 400)
  const { body } = read
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return c.json(
      envelope(null, { code: INVALID_REQUEST, message: 'Send one request, which is an object.' }),
      400,
    )
  const id = idOf(body)
  const transports = {
    '1.0': { make: JsonRpcTransportHandler, errorOf: JsonRpcTransportHandler.mapToJSONRPCError },
    '0.3': {
      make: LegacyJsonRpcTransportHandler,
      errorOf: LegacyJsonRpcTransportHandler.mapToLegacyJSONRPCError,
    },
  } as const
  if (version === null) {
    const error = new VersionNotSupportedError(
      `This version of A2A is not spoken here, but ${versions.join(' and ')}.`,
    )
    return c.json(envelope(id, JsonRpcTransportHandler.mapToJSONRPCError(error)), 200)
  }
  const { make, errorOf } = transports[version]
  const kept = keepFailure(handler)
  const context = new ServerCallContext({ requestedVersion: version })
  // Both take any JSON, and refuse what is no request.
  const answer = await new make(kept.handler).handle(body as Record<string, unknown>, context)
  if (!(Symbol.asyncIterator in answer)) {
    kept.rethrow()
    return c.json(withoutFault(answer as Envelope), 200)
  }
  const iterator = answer[Symbol.asyncIterator]()
  let first: IteratorResult<Envelope, void>
  try {
    first = await iterator.next()
  } catch (error) {
    kept.rethrow()
    return c.json(envelope(id, errorOf(error)), 200)
  }
  return eventStream(
    envelopes(first, iterator, (error) => envelope(id, errorInStream(error, errorOf))),
    {
      join: () => null,
      onCancel: closed,
      frame: ({ data }) => `data: ${JSON.stringify(data)}\n\n`,
    },
  )
}

/** The transports read parameters before the handler does, and say a program's own words of those that they can't read. */
function withoutFault(answer: Envelope): Envelope {
  const { code } = (answer.error ?? {}) as { code?: unknown }
  if (code !== INTERNAL_ERROR) return answer
  return envelope(answer.id, {
    code: INVALID_PARAMS,
    message: 'The parameters are not what this method takes.',
  })
}

const INTERNAL_ERROR = -32603
const INVALID_PARAMS = -32602

async function* envelopes(
  first: IteratorResult<Envelope, void>,
  rest: AsyncIterator<Envelope, void>,
  errorOf: (error: unknown) => Envelope,
): AsyncGenerator<{ type: 'data'; data: Envelope }> {
  try {
    for (let next = first; !next.done; next = await rest.next()) yield { type: 'data', data: next.value }
  } catch (error) {
    yield { type: 'data', data: errorOf(error) }
  } finally {
    await rest.return?.()
  }
}

/** A failure in a stream is none of the protocol's errors; its sentence says enough. */
const errorInStream = (error: unknown, errorOf: (error: unknown) => unknown) =>
  error instanceof Failure || isOfProtocol(error)
    ? errorOf(error)
    : errorOf(new Error('Something went wrong on the server.'))

/** Keeps a failure that the protocol has no error for: the transports would make an internal error of it. */
function keepFailure(handler: A2ARequestHandler) {
  let kept: unknown
  const keep = (error: unknown): never => {
    if (!isOfProtocol(error)) kept = error
    throw error
  }
  const wrapped = new Proxy(handler, {
    get(target, name) {
      const method = Reflect.get(target, name) as (...given: unknown[]) => unknown
      return (...given: unknown[]) => {
        const result = method.apply(target, given)
        if (result instanceof Promise) return result.catch(keep)
        return keeping(result as AsyncGenerator<unknown>, keep)
      }
    },
  })
  return {
    handler: wrapped,
    rethrow() {
      if (kept !== undefined) throw kept
    },
  }
}

async function* keeping(events: AsyncGenerator<unknown>, keep: (error: unknown) => never) {
  try {
    yield* events
  } catch (error) {
    keep(error)
  }
}

/** Whether the protocol has a code for an error, which both transports read from its name. */
const isOfProtocol = (error: unknown) => error instanceof Error && protocolErrors.has(error.name)

const protocolErrors = new Set([
  'TaskNotFoundError',
  'TaskNotCancelableError',
  'PushNotificationNotSupportedError',
  'UnsupportedOperationError',
  'ContentTypeNotSupportedError',
  'RequestMalformedError',
  'InvalidAgentResponseError',
  'A2AError',
])

function envelope(id: Envelope['id'], error: unknown): Envelope {
  return { jsonrpc: '2.0', id, error }
}

function idOf(body: unknown): Envelope['id'] {
  const id = (body as { id?: unknown } | null)?.id
  return typeof id === 'string' || Number.isInteger(id) ? (id as string | number) : null
}

/** Returns the version of a request; null for one that is not spoken here. Without a header it is 0.3. */
export function versionOf(c: AppContext): A2aVersion | null {
  const asked = c.req.header(A2A_VERSION_HEADER)?.trim() || '0.3'
  // A patch version does not change the protocol.
  const spoken = asked.replace(/^(\d+\.\d+)\.\d+$/, '$1')
  return versions.find((version) => spoken === version) ?? null
}
