import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { Hono } from 'hono'
import type { ReplyEvent } from '../../../../shared/chat/chat.ts'
import { DOOR_BODY_BYTES } from '../../../../shared/common/limits.ts'
import { sourceLinks } from '../../../domain/doors/source-links.ts'
import { Failure } from '../../../domain/failure.ts'
import type { AppContext, AppEnv } from '../../context.ts'
import { eventStream } from '../../event-stream.ts'
import { operation } from '../../operation.ts'
import { joinGrowth } from '../../reply-stream.ts'
import { requestOrigin } from '../../request.ts'
import { allowWholeAnswer } from '../../whole-answer.ts'
import { callerAndAgent, decodedFor, type OpenAiDependencies, requireSight } from './ask-door.ts'
import {
  type ChatCompletionRequest,
  type ChatMessage,
  chatCompletionSchema,
  givenFields,
} from './chat-schemas.ts'
import { noSuchModel } from './errors.ts'
import { type ClientMessage, questionOf } from './read-messages.ts'
import { ReplyState } from './reply-state.ts'
import { completionFrames, completionOf } from './write-completion.ts'

/** `POST /v1/chat/completions`: asks an agent with OpenAI's protocol. Nothing is stored. */
export function chatCompletionsRoutes({ doors, fitter, publicOrigin, heartbeatMs }: OpenAiDependencies) {
  return new Hono<AppEnv>().post(
    '/chat/completions',
    operation({
      tag: 'doors',
      summary: 'Ask an agent as a chat completion of OpenAI',
      describedElsewhere: true,
      body: chatCompletionSchema,
      bodyBytes: DOOR_BODY_BYTES,
      answers: { 200: { description: 'A chat completion, or its chunks.' } },
      asksModel: true,
      needsKey: true,
      storesNothing: true,
    }),
    async (c) => {
      const request = c.req.valid('json')
      const { model } = request
      const ignored = ignoredIn(request, chatCompletionSchema.shape)
      const { caller, agentId } = await callerAndAgent(c, doors, model)
      const said = await questionOf(request.messages.map(clientMessage), {
        fitter,
        by: decodedFor(c, caller),
        param: 'messages',
      })
      const state = new ReplyState(caller.revoked)
      const gone = new AbortController()
      const ask = async () => {
        const { requestId, log } = c.var
        const events = await doors
          .ask(caller, {
            ...said,
            ...{ agentId, requestId, log, gone: gone.signal, aside: state.aside },
            ...offeredBy(request),
          })
          .catch(namingModel(model))
        return hasPictures(said) ? requireSight(events, 'messages') : events
      }
      const head = { id: `chatcmpl-${randomUUID()}`, created: Math.floor(Date.now() / 1000), model }
      const linkTo = sourceLinks(publicOrigin ?? requestOrigin(c), caller.keyId)
      if (request.stream) {
        const includeUsage = request.stream_options?.include_usage === true
        return streamed(await ask(), {
          ignored,
          frame: completionFrames(state, head, { linkTo, includeUsage }),
          onCancel: () => gone.abort(),
          heartbeatMs,
        })
      }
      await receive(c, gone, state, ask)
      return c.json(completionOf(state, head, linkTo), 200, ignored)
    },
  )
}

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

/** Streams a reply in the form of another protocol. */
export async function streamed(
  events: AsyncIterable<ReplyEvent>,
  options: {
    frame: (event: ReplyEvent) => string
    onCancel: () => void
    heartbeatMs: number | undefined
    /** A header of the answer. */
    ignored: Record<string, string>
  },
): Promise<Response> {
  const { frame, onCancel, heartbeatMs, ignored } = options
  const answer = eventStream(events, {
    frame,
    onCancel,
    join: joinGrowth,
    ...(heartbeatMs !== undefined && { heartbeatMs }),
  })
  // As in `replyStream`: the request to the model is sent before the response begins.
  await setImmediate()
  for (const [name, value] of Object.entries(ignored)) answer.headers.set(name, value)
  return answer
}

/**
 * Receives a whole reply, while the request gives its place in the queue to others.
 * @throws {Failure} if the reply failed
 */
export async function receive(
  c: AppContext,
  gone: AbortController,
  state: ReplyState,
  ask: () => Promise<AsyncIterable<ReplyEvent>>,
): Promise<void> {
  const left = () => gone.abort()
  c.req.raw.signal.addEventListener('abort', left, { once: true })
  allowWholeAnswer(c)
  try {
    const events = await ask()
    await c.get('aside')(async () => {
      for await (const event of events) state.take(event)
    })
  } finally {
    c.req.raw.signal.removeEventListener('abort', left)
  }
  if (state.end instanceof Failure) throw state.end
}

/** Says which model there is not, in OpenAI's words. */
export const namingModel =
  (model: string) =>
  (error: unknown): never => {
    throw error instanceof Failure && error.code === 'not_found' ? noSuchModel(model) : error
  }

export function hasPictures({ pictures, turns, following = [] }: Awaited<ReturnType<typeof questionOf>>) {
  return pictures !== undefined || [...turns, ...following].some((turn) => turn.pictures !== undefined)
}

function offeredBy(request: ChatCompletionRequest) {
  const { tools, tool_choice: choice, parallel_tool_calls: parallel } = request
  const maxTokens = request.max_completion_tokens ?? request.max_tokens ?? undefined
  const stop = [request.stop ?? []].flat().filter((text) => text !== '')
  return {
    ...(maxTokens !== undefined && { maxTokens }),
    ...(stop.length > 0 && { stop }),
    ...(tools &&
      tools.length > 0 && {
        offered: {
          tools: tools.map((tool) => ({ ...tool, function: givenFields(tool.function) })),
          ...(choice != null && { choice }),
          ...(parallel != null && { parallel }),
        },
      }),
  }
}

function clientMessage(message: ChatMessage, index: number): ClientMessage {
  const at = `messages[${index}].content`
  switch (message.role) {
    case 'system':
    case 'developer':
      return { role: 'system', text: textOf(message.content), at }
    case 'user': {
      const pictures =
        typeof message.content === 'string'
          ? []
          : message.content.flatMap((part) => (part.type === 'image_url' ? part.image_url.url : []))
      return { role: 'user', text: textOf(message.content), at, ...(pictures.length > 0 && { pictures }) }
    }
    case 'assistant': {
      const calls = message.tool_calls?.map(({ id, function: { name, arguments: given } }) => ({
        ...{ id, name },
        arguments: given,
      }))
      return { role: 'assistant', text: textOf(message.content ?? ''), at, ...(calls && { calls }) }
    }
    case 'tool':
      return { role: 'tool', text: textOf(message.content), callId: message.tool_call_id, at }
    default:
      return message satisfies never
  }
}

function textOf(content: string | readonly { type: string; text?: string; refusal?: string }[]): string {
  if (typeof content === 'string') return content
  return content.map(({ text = '', refusal = '' }) => text || refusal).join('')
}
