import { setImmediate } from 'node:timers/promises'
import type { ReplyEvent } from '../../../../shared/chat/chat.ts'
import { Failure } from '../../../domain/failure.ts'
import type { AppContext } from '../../context.ts'
import { eventStream } from '../../event-stream.ts'
import { joinGrowth } from '../../reply-stream.ts'
import { allowWholeAnswer } from '../../whole-answer.ts'
import type { ReplyState, WriteReply } from './reply-state.ts'

/** The header that names what an agent has no use for: a program that sent it knows that it had no effect. */
const IGNORED = 'x-ignored-parameters'

/** The most names in the header: no client sends as many by itself. */
const MOST_IGNORED = 30

/** Returns the header that names the parameters of a request which are in no field of its schema; none for none. */
export function ignoredIn(request: object, shape: object): Record<string, string> {
  const names = Object.entries(request).flatMap(([name, value]) =>
    value == null || Object.hasOwn(shape, name) || !/^\w{1,64}$/.test(name) ? [] : [name],
  )
  return names.length > 0 ? { [IGNORED]: names.slice(0, MOST_IGNORED).join(', ') } : {}
}

/**
 * Answers as a stream, which `answer.stream` makes once the question is asked, or with the whole ended reply.
 * @throws {Failure} everything that asking throws, and for a whole answer if the reply failed
 */
export async function answerWith(
  c: AppContext,
  state: ReplyState,
  answer: {
    ask: () => Promise<AsyncIterable<ReplyEvent>>
    /** Lets go of the reply when the client has gone. */
    gone: AbortController
    stream: (() => WriteReply) | null
    whole: () => object
    ignored: Record<string, string>
    heartbeatMs: number | undefined
  },
): Promise<Response> {
  const { ask, gone, stream, whole, ignored, heartbeatMs } = answer
  if (stream === null) {
    await receive(c, gone, state, ask)
    return c.json(whole(), 200, ignored)
  }
  const events = await ask()
  const write = stream()
  const response = eventStream(events, {
    frame: (event) => state.take(event, write),
    onCancel: () => gone.abort(),
    join: joinGrowth,
    ...(heartbeatMs !== undefined && { heartbeatMs }),
  })
  // As in `replyStream`: the request to the model is sent before the response begins.
  await setImmediate()
  for (const [name, value] of Object.entries(ignored)) response.headers.set(name, value)
  return response
}

async function receive(
  c: AppContext,
  gone: AbortController,
  state: ReplyState,
  ask: () => Promise<AsyncIterable<ReplyEvent>>,
): Promise<void> {
  const left = () => gone.abort()
  const client = c.req.raw.signal
  // Who left before this, while it waited for its turn, is told of by no event.
  if (client.aborted) left()
  client.addEventListener('abort', left, { once: true })
  allowWholeAnswer(c)
  try {
    const events = await ask()
    await c.get('aside')(async () => {
      for await (const event of events) state.take(event)
    })
  } finally {
    client.removeEventListener('abort', left)
  }
  if (state.end instanceof Failure) throw state.end
}
